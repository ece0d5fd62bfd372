import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import type { Plugin } from 'vite';

const ID = 'virtual:agent-members';
const source = (path: string) =>
  fileURLToPath(new URL(`../../packages/play/agent/src/${path}`, import.meta.url));

/** Classes whose members the editor completes. */
const CLASSES = {
  player: { file: source('team/agent-player.ts'), name: 'AgentPlayer' },
  world: { file: source('world/world-model.ts'), name: 'WorldModel' },
};

const isHidden = (node: ts.ClassElement) =>
  node.name === undefined ||
  ts.isPrivateIdentifier(node.name) ||
  ts.getJSDocTags(node).some(({ tagName }) => tagName.text === 'internal');

function describe(node: ts.ClassElement, file: ts.SourceFile) {
  const [first = ''] = (ts.getJSDocCommentsAndTags(node)[0]?.comment ?? '').toString().split('\n\n');
  return { name: node.name?.getText(file) ?? '', detail: describeType(node, file), info: first };
}

/** Parameters of a method, or the type of a property. */
function describeType(node: ts.ClassElement, file: ts.SourceFile): string {
  if (ts.isMethodDeclaration(node)) {
    const types = node.parameters.map((parameter) => parameter.getText(file).replace(/\s+/g, ' '));
    return `(${types.join(', ')})`;
  }
  const hasType = ts.isPropertyDeclaration(node) || ts.isGetAccessorDeclaration(node);
  return hasType ? (node.type?.getText(file) ?? '') : '';
}

function readMembers({ file: path, name }: { readonly file: string; readonly name: string }) {
  const file = ts.createSourceFile(path, ts.sys.readFile(path) ?? '', ts.ScriptTarget.Latest, true);
  const found = file.statements.find(
    (node): node is ts.ClassDeclaration => ts.isClassDeclaration(node) && node.name?.text === name,
  );
  if (found === undefined) throw new Error(`${path}: there is no class ${name}`);
  const members = found.members
    .filter((node) => !ts.isConstructorDeclaration(node) && !isHidden(node))
    .map((node) => describe(node, file));
  return [...new Map(members.map((member) => [member.name, member])).values()];
}

/** A plugin of Vite: the module `virtual:agent-members` has the names that the editor completes, from the sources of `@rcss/agent`. */
export function agentMembers(): Plugin {
  return {
    name: 'agent-members',
    resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
    load(id) {
      if (id !== `\0${ID}`) return undefined;
      const members = Object.fromEntries(
        Object.entries(CLASSES).map(([key, place]) => [key, readMembers(place)]),
      );
      return `export default ${JSON.stringify(members)};`;
    },
  };
}
