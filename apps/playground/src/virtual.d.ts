/** The source of a team and its code after `compileTeam`. */
declare module '*?compiled' {
  const team: { readonly source: string; readonly code: string };
  export default team;
}

/** The text of a script, and the source of a policy that allows it. */
declare module '*?inline-script' {
  const script: { readonly text: string; readonly hash: string };
  export default script;
}

/** The address of a module whose text and imports `readModules` reads. */
declare module '*?worker-modules' {
  const url: string;
  export default url;
}

/** The address of a module that exports `start`, for a worker. */
declare module '*?worker-entry' {
  const url: string;
  export default url;
}

/** The address of a file of the build. */
declare module '*.wasm?url' {
  const url: string;
  export default url;
}

/** The address of a module in one file. */
declare module '*?single-script' {
  const url: string;
  export default url;
}

declare module 'virtual:agent-types' {
  const types: import('./types/type-checker.js').TypeFiles;
  export default types;
}
