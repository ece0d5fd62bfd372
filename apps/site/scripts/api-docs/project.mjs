import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Application, LogLevel, ReflectionKind } from 'typedoc';
import { workspacePackages } from '../../../../scripts/workspace.mjs';

/** Libraries of the programs of this repository: their entries take types that only the programs name. */
const PROGRAM_LIBRARIES = new Set([
  '@rcss/host',
  '@rcss/league-runner',
  '@rcss/log-service',
  '@rcss/match-bridge',
  '@rcss/match-server',
]);

/** Parts of the types of the commands, which the reference shows resolved. */
const RESOLVED_TYPES = /(CommandOf|KindValues), defined in @rcss\/core/;

/** A logger that keeps warnings and errors, without colors. */
function collectMessages(app) {
  const messages = [];
  const logger = app.logger;
  logger.level = LogLevel.Warn;
  logger.log = (message, level) => {
    if ((level === LogLevel.Warn || level === LogLevel.Error) && !RESOLVED_TYPES.test(message))
      messages.push(message.replace(/\u001b\[\d+m/g, ''));
  };
  return messages;
}

/**
 * Reads the sources of entries with TypeDoc, without a build.
 *
 * @param {string} root folder of the repository
 * @param {{ package: string, entry: string, source: string }[]} entries the entries of the packages to document
 * @param {string} sourceUrl address of a folder of the repository's main branch, for links to the source
 * @param {(app: Application) => void} [prepare] called before the conversion, to load plugins and to set their options
 * @returns the TypeDoc application, its project with one module per entry (named like the import), and the list of warnings,
 *   which `validate` completes
 */
export async function convertEntries(root, entries, sourceUrl, prepare) {
  const entryOf = new Map(entries.map((entry) => [join(root, entry.source), entry]));
  const packages = [...new Set(entries.map((entry) => entry.package))];
  const app = await Application.bootstrap({
    name: 'RCSS',
    readme: 'none',
    entryPoints: [...entryOf.keys()],
    alwaysCreateEntryPointModule: true,
    tsconfig: fileURLToPath(new URL('tsconfig.json', import.meta.url)),
    // Types are checked by `npm run typecheck`.
    skipErrorChecking: true,
    excludePrivate: true,
    excludeInternal: true,
    excludeExternals: true,
    basePath: root,
    displayBasePath: root,
    disableGit: true,
    sourceLinkTemplate: `${sourceUrl}/{path}#L{line}`,
    hideGenerator: true,
    // Links to packages that are not part of this run.
    externalSymbolLinkMappings: Object.fromEntries(
      workspacePackages(root)
        .filter(({ name }) => !packages.includes(name))
        .map(({ name }) => [name, { '*': '#' }]),
    ),
    validation: { notExported: false, invalidLink: true, invalidPath: true, notDocumented: false },
  });
  const messages = collectMessages(app);
  // Links to packages that are not part of this run.
  app.converter.addUnknownSymbolResolver(({ moduleSource }) =>
    moduleSource?.startsWith('@rcss/') && !packages.includes(moduleSource) ? '#' : undefined,
  );
  prepare?.(app);
  const project = await app.convert();
  if (project === undefined) throw new Error(['TypeDoc could not read the sources.', ...messages].join('\n'));
  for (const module of project.getReflectionsByKind(ReflectionKind.Module)) {
    const file = project.getSymbolIdFromReflection(module)?.fileName;
    const entry = file === undefined ? undefined : entryOf.get(join(file));
    if (entry !== undefined) module.name = entry.entry;
  }
  return { app, project, packages, messages };
}

/** Adds TypeDoc's warnings about types that are not exported, links and paths to the messages. */
export function validate({ app, project, packages }) {
  const { packageName } = project;
  app.validate(project);
  // TypeDoc reports types that are not exported only if they belong to the package of the project.
  app.options.setValue('validation', {
    notExported: true,
    invalidLink: false,
    invalidPath: false,
    notDocumented: false,
  });
  for (const name of packages.filter((each) => !PROGRAM_LIBRARIES.has(each))) {
    project.packageName = name;
    app.validate(project);
  }
  project.packageName = packageName;
}

/** `packages/engine/core/src/world.ts:12` of a reflection. */
export function placeOf(reflection) {
  for (let owner = reflection; owner !== undefined && !owner.isProject(); owner = owner.parent) {
    const source = owner.sources?.[0];
    if (source !== undefined) return `${source.fileName}:${source.line}`;
  }
  return '';
}

/** Whether a declaration, or each of its signatures, has a comment. */
function isDocumented(declaration) {
  if (declaration.hasComment()) return true;
  const signatures = [...(declaration.signatures ?? []), declaration.getSignature].filter(Boolean);
  return signatures.length > 0 && signatures.every((signature) => signature.hasComment());
}

/** Numbers of exported declarations of each package, and of those with a comment; each declaration counts once. */
export function countExports({ project, packages }) {
  const counts = new Map(packages.map((name) => [name, { exports: 0, documented: 0 }]));
  for (const module of project.getReflectionsByKind(ReflectionKind.Module)) {
    const count = counts.get(packageIn(module.name));
    for (const child of module.children ?? []) {
      // A reference stands for a declaration that another entry exports too.
      if (count === undefined || child.kind === ReflectionKind.Reference) continue;
      count.exports += 1;
      if (isDocumented(child)) count.documented += 1;
    }
  }
  return counts;
}

/** The first package that a text names, such as the entry `@rcss/core/versions`. */
export function packageIn(text) {
  return /@rcss\/[a-z-]+/.exec(text)?.[0];
}
