/**
 * SVG files of strangers as pictures. The file is parsed and written anew: only elements, attributes and values of the lists below are in
 * the result, in UTF-8 and with the one namespace of SVG, so that neither a prefix, another encoding nor an entity hides anything.
 */
import { SaxesParser, type SaxesTagNS } from 'saxes';

const SVG = 'http://www.w3.org/2000/svg';
const XLINK = 'http://www.w3.org/1999/xlink';
const XHTML = 'http://www.w3.org/1999/xhtml';
const XML = 'http://www.w3.org/XML/1998/namespace';

/** Nothing here runs, repeats itself by a pattern, or computes for long as filters do. */
const ELEMENTS = new Set(
  (
    'svg g defs symbol use title desc style text tspan path rect circle ellipse line polyline polygon image ' +
    'linearGradient radialGradient stop clipPath mask'
  ).split(' '),
);
const WITH_TEXT = new Set(['title', 'desc', 'text', 'tspan']);
const PROPERTIES = new Set(
  (
    'fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray ' +
    'stroke-dashoffset opacity color display visibility overflow clip-rule clip-path mask stop-color stop-opacity transform ' +
    'transform-origin transform-box paint-order vector-effect shape-rendering text-rendering image-rendering color-interpolation ' +
    'mix-blend-mode isolation font-family font-size font-style font-weight font-variant font-stretch letter-spacing word-spacing ' +
    'text-anchor text-decoration dominant-baseline alignment-baseline baseline-shift writing-mode direction'
  ).split(' '),
);
const ATTRIBUTES = new Set(
  (
    'id class style version baseProfile viewBox preserveAspectRatio width height x y x1 y1 x2 y2 cx cy r rx ry fx fy fr dx dy d points ' +
    'offset rotate textLength lengthAdjust pathLength gradientUnits gradientTransform spreadMethod clipPathUnits maskUnits ' +
    'maskContentUnits mask-type'
  ).split(' '),
);
/** Values of attributes and properties: numbers, names, colors, lists, and references to the file itself. */
const LOCAL_REFERENCE = /url\(\s*(["']?)#([\w.:-]+)\1\s*\)/g;
const VALUE = /^[\p{L}\p{N}\s_#%.,:;()+'"/!*-]*$/u;
const FUNCTION = /([\w-]*)\s*\(/g;
const FUNCTIONS = new Set(
  'matrix translate translatex translatey scale scalex scaley rotate skewx skewy rgb rgba hsl hsla calc'.split(
    ' ',
  ),
);
const SELECTOR = /^[\w\s.,#*:>+~-]+$/;
const PNG_DATA = /^data:image\/png;base64,([A-Za-z0-9+/\s]*={0,2})\s*$/;

const MAX_DEPTH = 100;
/** Elements that are drawn, with those that are drawn again by references. */
const MAX_DRAWN = 20_000;
const MAX_PNG_SIDE = 4096;
const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Why a file is not used as a picture: a part of a sentence after the name of the file. */
export class PictureError extends Error {}

/** Whether bytes begin as those of a PNG file. */
export function isPng(data: Buffer): boolean {
  return data.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE);
}

/** @throws {PictureError} if the picture is so large that it fills the memory of those who see it. */
export function checkPngSize(data: Buffer): void {
  const [width, height] = data.length < 24 ? [0, 0] : [data.readUInt32BE(16), data.readUInt32BE(20)];
  if (!isPng(data) || width < 1 || height < 1) throw new PictureError('is not a complete PNG file');
  if (width > MAX_PNG_SIDE || height > MAX_PNG_SIDE)
    throw new PictureError(`has ${width} × ${height} pixels; at most ${MAX_PNG_SIDE} × ${MAX_PNG_SIDE}`);
}

/** An element of the picture: what it costs to draw it. */
interface Node {
  readonly name: string;
  readonly children: Node[];
  readonly references: string[];
}

/**
 * Returns an SVG file as a picture: a text with nothing but shapes, text, gradients and PNG pictures. What belongs to editors is left out.
 *
 * @throws {PictureError} if it is not an SVG file, or has something else that would be drawn, loaded or run
 */
export function rewriteSvg(data: Uint8Array): string {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(data);
  } catch {
    throw new PictureError('is neither PNG nor SVG in UTF-8');
  }
  return new Rewriter().rewrite(text);
}

class Rewriter {
  readonly #parser = new SaxesParser({ xmlns: true });
  readonly #root: Node = { name: '', children: [], references: [] };
  readonly #open: Node[] = [this.#root];
  readonly #byId = new Map<string, Node>();
  #out = '';
  /** Open elements of others; their contents are left out. */
  #foreign = 0;
  #style = '';

  rewrite(text: string): string {
    const parser = this.#parser;
    parser.on('error', ({ message }) => {
      throw new PictureError(`is neither PNG nor SVG: ${message}`);
    });
    parser.on('xmldecl', ({ encoding }) => {
      if (encoding !== undefined && !/^(utf-?8|us-ascii)$/i.test(encoding))
        this.#refuse(`the encoding ${encoding}; UTF-8 is allowed`);
    });
    parser.on('doctype', (doctype) => {
      if (doctype.includes('[')) this.#refuse('an entity or another declaration in its DOCTYPE');
    });
    parser.on('opentag', (tag) => this.#begin(tag));
    parser.on('closetag', ({ local }) => this.#end(local));
    parser.on('text', (content) => this.#addText(content));
    parser.on('cdata', (content) => this.#addText(content));
    parser.write(text).close();
    this.#count(this.#root, new Map());
    return this.#out;
  }

  #refuse(what: string): never {
    throw new PictureError(`has ${what} (line ${this.#parser.line})`);
  }

  #begin({ local, uri, attributes }: SaxesTagNS): void {
    if (this.#foreign > 0 || (uri !== SVG && uri !== XHTML) || local === 'metadata') {
      if (this.#open.length === 1) throw new PictureError('is neither PNG nor SVG: its root is not svg');
      this.#foreign += 1;
      return;
    }
    if (uri === XHTML) this.#refuse(`the element ${local} of HTML`);
    if (!ELEMENTS.has(local)) this.#refuse(`the element ${local}`);
    if (this.#open.length === 1 && local !== 'svg')
      throw new PictureError('is neither PNG nor SVG: its root is not svg');
    if (this.#open.length > MAX_DEPTH) this.#refuse(`more than ${MAX_DEPTH} elements in each other`);
    const node: Node = { name: local, children: [], references: [] };
    this.#open.at(-1)!.children.push(node);
    this.#open.push(node);
    this.#out += `<${local}${this.#open.length === 2 ? ` xmlns="${SVG}"` : ''}`;
    for (const attribute of Object.values(attributes)) this.#addAttribute(node, attribute);
    this.#out += '>';
    this.#style = '';
  }

  #addAttribute(
    node: Node,
    { local, uri, value }: { readonly local: string; readonly uri: string; readonly value: string },
  ): void {
    if (uri !== '' && uri !== XLINK && uri !== SVG) {
      // What editors write, and xml:space, have no part in the picture.
      if (uri === XML && local === 'base') this.#refuse('the attribute xml:base');
      return;
    }
    if (/^on/i.test(local)) this.#refuse(`a handler of an event, ${local}`);
    if (local === 'href') {
      this.#addReference(node, value);
      return;
    }
    if (uri !== '' || !(PROPERTIES.has(local) || ATTRIBUTES.has(local))) return;
    let checked = value;
    if (local === 'style') checked = this.#readDeclarations(value, node.references);
    else if (PROPERTIES.has(local)) this.#checkValue(local, value, node.references);
    else if (!VALUE.test(value) || (!/transform/i.test(local) && value.includes('(')))
      this.#refuse(`the value ${JSON.stringify(value.slice(0, 40))} of ${local}`);
    if (local === 'id') {
      if (this.#byId.has(value)) this.#refuse(`the id ${JSON.stringify(value.slice(0, 40))} twice`);
      this.#byId.set(value, node);
    }
    this.#out += ` ${local}="${escapeXml(checked)}"`;
  }

  #addReference(node: Node, value: string): void {
    const target = value.trim();
    const png = PNG_DATA.exec(target);
    if (node.name === 'image') {
      if (png === null) this.#refuse('an address outside of the file, or a picture that is not PNG');
      checkPngSize(Buffer.from(png![1]!, 'base64'));
    } else if (!/^#[\w.:-]+$/.test(target) || !/^(use|linearGradient|radialGradient)$/.test(node.name))
      this.#refuse('an address outside of the file');
    else node.references.push(target.slice(1));
    this.#out += ` href="${escapeXml(target)}"`;
  }

  #checkValue(name: string, value: string, references: string[]): void {
    const rest = value.replace(LOCAL_REFERENCE, (_, _quote, id: string) => {
      references.push(id);
      return '';
    });
    if (/url|image/i.test(rest.replace(/\s/g, ''))) this.#refuse('an address outside of the file');
    const isKnown = [...rest.matchAll(FUNCTION)].every(
      ([, fn]) => FUNCTIONS.has(fn!.toLowerCase()) || fn === '',
    );
    if (!VALUE.test(rest) || !isKnown)
      this.#refuse(`the value ${JSON.stringify(value.slice(0, 40))} of ${name}`);
  }

  /** Returns the declarations of known properties; those of editors (`-inkscape-…`) are left out. */
  #readDeclarations(text: string, references: string[]): string {
    const kept: string[] = [];
    for (const declaration of text.split(';')) {
      if (declaration.trim() === '') continue;
      const colon = declaration.indexOf(':');
      const name = declaration.slice(0, Math.max(0, colon)).trim().toLowerCase();
      const value = declaration.slice(colon + 1).trim();
      this.#checkValue(name, value, references);
      if (PROPERTIES.has(name)) kept.push(`${name}:${value}`);
    }
    return kept.join(';');
  }

  #addText(text: string): void {
    if (this.#foreign > 0) return;
    const { name } = this.#open.at(-1)!;
    if (name === 'style') this.#style += text;
    else if (WITH_TEXT.has(name)) this.#out += escapeXml(text);
  }

  /** Rules without conditions, fonts and imports. Only paints refer to others there: what they refer to is drawn once. */
  #readStyleSheet(text: string): string {
    let out = '';
    for (const rule of text.replace(/\/\*[\s\S]*?\*\//g, '').split('}')) {
      if (rule.trim() === '') continue;
      const [selector = '', declarations, more] = rule.split('{');
      if (declarations === undefined || more !== undefined || !SELECTOR.test(selector.trim()))
        this.#refuse(`the rule ${JSON.stringify(rule.trim().slice(0, 40))} in a style sheet`);
      const references: string[] = [];
      const kept = this.#readDeclarations(declarations!, references);
      if (references.length > 0 && /(^|;)(clip-path|mask):/.test(kept))
        this.#refuse('a clip-path or mask in a style sheet');
      out += `${selector.trim()}{${kept}}`;
    }
    return out;
  }

  #end(local: string): void {
    if (this.#foreign > 0) {
      this.#foreign -= 1;
      return;
    }
    if (local === 'style') this.#out += escapeXml(this.#readStyleSheet(this.#style));
    this.#open.pop();
    this.#out += `</${local}>`;
  }

  /** Counts what is drawn for an element: references can double it again and again. */
  #count(node: Node, known: Map<Node, number>): number {
    const before = known.get(node);
    if (before !== undefined) return before;
    // An element that is counted now refers to itself.
    known.set(node, Number.POSITIVE_INFINITY);
    const targets = node.references.flatMap((id) => this.#byId.get(id) ?? []);
    const sum = [...node.children, ...targets].reduce((total, next) => total + this.#count(next, known), 1);
    if (sum > MAX_DRAWN)
      throw new PictureError(`draws more than ${MAX_DRAWN} elements, or an element that refers to itself`);
    known.set(node, sum);
    return sum;
  }
}

function escapeXml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}
