import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./ui/app.tsx";
import { keepOffline } from "./ui/store/offline.ts";
import { startPage } from "./ui/store/page.ts";
import "./ui/tokens.css";
import "./ui/base.css";
import "./ui/fields/fields.css";
import "./ui/figures/figures.css";
import "./ui/plots/plots.css";
import "./ui/shell/shell.css";
import "./ui/lectures/lectures.css";
import "./ui/labs/equalizers/equalizers.css";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no element #root");
// What a link names is read before anything is drawn.
await startPage();
if (import.meta.env.PROD) keepOffline();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
