import { expect, it } from 'vitest';
import { linkModules, readModules } from './module-texts.js';

const FILES: Readonly<Record<string, string>> = {
  'http://site/a/team.js':
    'import{x as y}from"./math.js";import"./side.js";export{z}from\'./world.js\';y("./math.js")',
  'http://site/a/math.js': 'export const x=1;',
  'http://site/a/side.js': 'import { x } from "./math.js";',
  'http://site/a/world.js': 'import * as m from "./math.js";import{q}from"./side.js";export const z=m.x;',
  'http://site/a/one.js': 'import"./two.js"',
  'http://site/a/two.js': 'import"./one.js"',
};

/** Reads a file and notes its address. */
function createReader() {
  const reads: string[] = [];
  const read = async (address: string) => {
    reads.push(address);
    const text = FILES[address];
    if (text === undefined) throw new Error(`404 ${address}`);
    return text;
  };
  return { reads, read };
}

it('modules are read once, each after those that it imports', async () => {
  const { reads, read } = createReader();
  const modules = await readModules('http://site/a/team.js', read);
  expect(modules.map(({ name }) => name)).toEqual(['math.js', 'side.js', 'world.js', 'team.js']);
  expect(reads).toHaveLength(4);
});

it('imports get the addresses of the linked modules; other texts stay', async () => {
  const published: string[] = [];
  const address = linkModules(await readModules('http://site/a/team.js', createReader().read), (text) => {
    published.push(text);
    return `blob:${published.length}`;
  });
  expect(address).toBe('blob:4');
  expect(published).toEqual([
    'export const x=1;',
    'import { x } from "blob:1";',
    'import * as m from "blob:1";import{q}from"blob:2";export const z=m.x;',
    'import{x as y}from"blob:1";import"blob:2";export{z}from\'blob:3\';y("./math.js")',
  ]);
});

it('a circle of modules, a missing file and a missing module are errors', async () => {
  const { read } = createReader();
  await expect(readModules('http://site/a/one.js', read)).rejects.toThrow('one.js imports itself');
  await expect(readModules('http://site/a/none.js', read)).rejects.toThrow('404');
  const team = { name: 'team.js', text: 'import"./math.js"' };
  expect(() => linkModules([team], () => '')).toThrow('team.js imports math.js, which is missing');
});
