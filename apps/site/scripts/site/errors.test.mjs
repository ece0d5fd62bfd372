import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const read = (path) => readFileSync(`${root}${path}`, 'utf8');

/** Sources that choose the code of a reply. */
const SOURCES = [
  ['packages/engine/protocol/src/', /^(\w+-init|[\w-]+-commands|command-scan|coach-team-graphic)\.ts$/],
  ['packages/engine/simulator/src/', /^(connections|substitution|execute-[\w-]+-command)\.ts$/],
  ['packages/engine/host/src/', /^(?!.*\.test)[\w-]+\.ts$/],
  ['packages/serve/match-server/src/sessions/', /^(?!.*\.test)[\w-]+\.ts$/],
];
/** Functions that get the code of a refusal as an argument. */
const REFUSALS = /^(codec\.)?(refuse\w*|err|warning|sendCoachError|encodeError|encodeWarning)$/;
/** Replies of the reference server that this server never sends: it has zlib, and these failures of sockets have another code. */
const NOT_SENT = new Set(['compression_unsupported', 'reconnect', 'socket_open_failed']);

/** The text of a literal; the variable parts of a template are `*`. */
function textOf(node) {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map(({ literal }) => `*${literal.text}`).join('');
  return undefined;
}

/** Codes of errors and warnings in a source file. */
function listCodes(path) {
  const codes = [];
  const add = (node) => {
    const text = node === undefined ? undefined : textOf(node);
    if (text !== undefined && /^[a-z]+(_[a-z*]+)+$|^no team with name/.test(text)) codes.push(text);
  };
  const visit = (node) => {
    if (ts.isCallExpression(node) && REFUSALS.test(node.expression.getText())) node.arguments.forEach(add);
    else if (ts.isReturnStatement(node)) add(node.expression);
    else if (ts.isObjectLiteralExpression(node)) {
      const property = (name) =>
        node.properties.find((one) => ts.isPropertyAssignment(one) && one.name.getText() === name)
          ?.initializer;
      if (property('kind')?.text !== 'ok') add(property('code'));
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest, true));
  return codes;
}

const sent = new Set(
  SOURCES.flatMap(([folder, pattern]) =>
    readdirSync(`${root}${folder}`)
      .filter((name) => pattern.test(name))
      .flatMap((name) => listCodes(folder + name)),
  ),
);
const page = read('docs/reference/errors.md');
const rows = [...page.matchAll(/^\| `\((error|warning) ([^)]+)\)` \|/gm)].map(([, kind, code]) => ({
  kind,
  code,
}));
const documented = new Set(rows.map(({ code }) => code));
/** Templates of the source as the page writes them. */
const asInPage = (code) =>
  code.replace('said_too_many_*_messages', 'said_too_many_meta_messages').replace('*', 'NAME');

it('every error and warning that the server sends is in docs/reference/errors.md, and no other one', () => {
  expect(sent.size).toBeGreaterThan(30);
  expect([...documented].sort()).toEqual([...new Set([...sent].map(asInPage))].sort());
});

it('every error and warning of the specification is in docs/reference/errors.md, unless this server never sends it', () => {
  const replies = [
    ...read('docs/specification/index-of-messages.md').matchAll(/^\| `\((?:error|warning) ([^)]+)\)` \|/gm),
  ].map(([, code]) => code.replace(/^no team with name$/, 'no team with name NAME'));
  expect(replies.length).toBeGreaterThan(30);
  const missing = replies.filter((code) => !documented.has(code));
  expect(new Set(missing)).toEqual(NOT_SENT);
});

it('every row has a meaning, a remedy and a sender', () => {
  for (const line of page.split('\n').filter((text) => text.startsWith('| `(')))
    expect([
      line,
      line.split(' | ').filter((cell) => cell.trim() !== '|' && cell.trim() !== '').length,
    ]).toEqual([line, 4]);
});

it('every status of the HTTP interfaces is in docs/reference/errors.md', () => {
  const listed = new Set([...page.matchAll(/^\| ([45]\d\d) \|/gm)].map(([, status]) => status));
  const folders = [
    'packages/serve/match-server/src/rooms',
    'packages/serve/match-server/src/websocket',
    'packages/serve/match-server/src/operations',
    'packages/kit/kit/src/http-access',
  ];
  const used = new Set(
    folders.flatMap((folder) =>
      readdirSync(`${root}${folder}`, { recursive: true })
        .filter((name) => name.endsWith('.ts') && !/\.(test|e2e|long)\.ts$/.test(name))
        .flatMap((name) =>
          [
            ...read(`${folder}/${name}`).matchAll(
              /(?:new RoomError\(\s*|status: |\.code\(|\? 200 : |\[)([45]\d\d)\b/g,
            ),
          ].map(([, status]) => status),
        ),
    ),
  );
  expect(used.size).toBeGreaterThan(8);
  expect([...used].filter((status) => !listed.has(status))).toEqual([]);
  expect([...listed].filter((status) => !used.has(status))).toEqual([]);
});
