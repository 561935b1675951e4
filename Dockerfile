# A worker for sweeps: docker compose up. With an NVIDIA GPU it needs the NVIDIA Container Toolkit.
FROM node:22-bookworm-slim
# The loader of Vulkan, and the libraries that NVIDIA's driver needs even without a display.
RUN apt-get update && apt-get install -y --no-install-recommends libvulkan1 libegl1 libxext6 && rm -rf /var/lib/apt/lists/*
# The toolkit mounts the driver that these name.
ENV NVIDIA_VISIBLE_DEVICES=all NVIDIA_DRIVER_CAPABILITIES=graphics,compute,utility
WORKDIR /threeray
COPY package.json package-lock.json ./
COPY scripts/reference/package.json scripts/reference/
RUN npm ci --no-audit --no-fund
COPY . .
RUN npx vite build --config vite.cli.config.ts --logLevel error
ENTRYPOINT ["node", "dist-cli/main.js"]
CMD ["sweep", "work", "--gpus", "all"]
