import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ConfSyntaxError, getColumn, parseConf } from './conf-parser.js';

interface Parsed {
  readonly items: string[];
  readonly error: ConfSyntaxError | undefined;
}

function parse(text: string): Parsed {
  const items: string[] = [];
  const error = parseConf(text, {
    set: (path, value, place) =>
      items.push(`${place.line} ${path.join('::')} ${value.kind} ${JSON.stringify(value.value)}`),
    include: (file, place) => items.push(`${place.line} include ${file}`),
    help: (path, place) => items.push(`${place.line} help ${path.join('::')}`),
  });
  return { items, error };
}

const items = (text: string): string[] => {
  const parsed = parse(text);
  expect(parsed.error, text).toBeUndefined();
  return parsed.items;
};

describe('the grammar (spec 01 §6.4)', () => {
  it('kinds of values are tried in a fixed order', () => {
    const written = [
      'on',
      'TRUE',
      'Off',
      'false',
      '1.5',
      '.5',
      '5.',
      '1e2',
      '1.e2',
      '-3',
      '+7',
      '99999999999',
      'abc',
      "'1'",
      '"a b"',
    ];
    const kinds = [
      'bool true',
      'bool true',
      'bool false',
      'bool false',
      'real 1.5',
      'real 0.5',
      'real 5',
      'real 100',
      'real 100',
      'int -3',
      'int 7',
      'string "99999999999"',
      'string "abc"',
      'string "1"',
      'string "a b"',
    ];
    for (const [i, text] of written.entries()) expect(items(`a::b=${text}`)).toEqual([`1 a::b ${kinds[i]}`]);
  });

  it('integers are limited to 32 bits', () => {
    expect(items('a::b=2147483647 a::b=-2147483648')).toEqual([
      '1 a::b int 2147483647',
      '1 a::b int -2147483648',
    ]);
    expect(items('a::b=2147483648')).toEqual(['1 a::b string "2147483648"']);
    expect(parse('a::b=-2147483649').error?.expected).toBe('value expected');
  });

  it('blanks, lines and the three kinds of comment are skipped (spec 01 §9.24)', () => {
    const text =
      '# one\n// two\n/* three\n lines */ server::x /* here */ =\n\t # there\n 4 -a::b=1 --a::c = off';
    expect(items(text)).toEqual(['4 server::x int 4', '6 a::b int 1', '6 a::c bool false']);
  });

  it('items need no separator', () => {
    expect(items('server::half_time=1server::auto_mode=on')).toEqual([
      '1 server::half_time int 1',
      '1 server::auto_mode bool true',
    ]);
  });

  it('quoted strings: escapes, line ends, the other quote', () => {
    expect(items(`a::b="x \\" ' \\n" a::c='it\\'s' a::d="l1\nl2"\na::e=1`)).toEqual([
      '1 a::b string "x \\" \' \\\\n"',
      '1 a::c string "it\'s"',
      '1 a::d string "l1\\nl2"',
      // The line end inside the string does not count.
      '2 a::e int 1',
    ]);
    expect(parse("a::b='x\\'").error?.expected).toBe('value expected');
  });

  it('words are matched as prefixes', () => {
    expect(parse('server::fixed_teamname_l=online')).toMatchObject({
      items: ['1 server::fixed_teamname_l bool true'],
      error: { itemText: 'line', expected: "'::' expected" },
    });
    expect(parse('server::port=7300abc')).toMatchObject({
      items: ['1 server::port int 7300'],
      error: { itemText: 'abc' },
    });
    expect(items('helpful::x=1').slice(0, 1)).toEqual(['1 help ']);
  });

  it('comment marks are ordinary characters inside a bare string, but not at its start', () => {
    expect(items('a::b=./x//y#z a::c=1')).toEqual(['1 a::b string "./x//y#z"', '1 a::c int 1']);
    expect(parse('a::b=//host/x').error?.expected).toBe('value expected');
  });

  it('a carriage return is part of a bare string, and is skipped after numbers and quotes', () => {
    expect(items('a::b=abc\r\na::c=1\r\na::d="x"\r\n')).toEqual([
      '1 a::b string "abc\\r"',
      '2 a::c int 1',
      '3 a::d string "x"',
    ]);
  });

  it('help and include (spec 01 §6.9, §6.10)', () => {
    expect(items('help --HELP -server::help foo::help include=a.conf Include = "b c"')).toEqual([
      '1 help ',
      '1 help ',
      '1 help server',
      '1 help foo',
      '1 include a.conf',
      '1 include b c',
    ]);
    expect(items('includes::x=1')).toEqual(['1 includes::x int 1']);
    expect(parse('include=').error?.expected).toBe('string expected');
  });

  it.each([
    ['half_time=1', "'::' expected", '=1'],
    ['server::half_time 1', "'=' expected", '1'],
    ['server::half_time=', 'value expected', ''],
    ['server::=1', 'string expected', '=1'],
    ['-half_time 5', "'::' expected", ' 5'],
    ['a::b=1\n=abcdefghijklm', undefined, '=abcdefghi'],
    ['---a::b=1', undefined, '---a::b=1'],
    ['= 1\n2', undefined, '= 1'],
  ])('%j stops with %s at %j (spec 01 §6.11, §9.23)', (text, expected, shown) => {
    expect(parse(text).error).toMatchObject({ expected, text: shown });
  });

  it('settings before an error take effect, and the place of the error is reported (spec 01 §6.11)', () => {
    const text = 'a::b=1\n\n  a::c 2\n';
    const { items: before, error } = parse(text);
    expect(before).toEqual(['1 a::b int 1']);
    expect(error).toMatchObject({ place: { line: 3 }, itemText: 'a::c 2' });
    expect(getColumn(text, error!.place.offset)).toBe(8);
    expect(getColumn(text, 0)).toBe(1);
  });
});

describe('any text', () => {
  const pieces = fc.constantFrom(
    'server',
    '::',
    'half_time',
    '=',
    ' ',
    '\n',
    '1',
    '-',
    '.5',
    'on',
    'help',
    'include',
    '"',
    "'",
    '\\',
    '#',
    '/*',
    '*/',
    '//',
    ':',
    'x',
    'é',
    '\0',
  );
  it('is parsed without an exception and in finite time', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join('')),
        ),
        (text) => {
          const { error } = parse(text);
          if (error !== undefined) {
            expect(error.place.offset).toBeLessThanOrEqual(text.length);
            expect(error.text.length).toBeLessThanOrEqual(10);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});
