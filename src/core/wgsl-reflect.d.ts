// Node.js cannot load the package's own entry: it is CommonJS in a package of modules.
declare module "wgsl_reflect/wgsl_reflect.module.js" {
  export { type StructInfo, WgslParser, WgslReflect } from "wgsl_reflect";
}
