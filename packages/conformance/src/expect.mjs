// Reading and writing recorded expectations.
//
// One JSON value per line:
//   {"format":1,"scenario":...,"server":"the reference server (v19)"}    first line
//   ["L1",12,"(sense_body ...)"]      a message: client, step, text ("#" is a heading, "file:..." a log line)
//   ["=","name",value,tolerance]      a derived value
//   ["~","name","ks",[...],alpha]     a sample
// Files over 48 kB are gzipped (NAME.expect.jsonl.gz).

import fs from 'node:fs/promises';
import zlib from 'node:zlib';

const MIN_GZIP_LENGTH = 48 * 1024;

export async function readExpectation(base) {
  for (const [suffix, unpack] of [
    ['.expect.jsonl', (b) => b],
    ['.expect.jsonl.gz', zlib.gunzipSync],
  ]) {
    let bytes;
    try {
      bytes = unpack(await fs.readFile(base + suffix));
    } catch (error) {
      if (error.code === 'ENOENT') continue;
      throw error;
    }
    const [head, ...rows] = bytes
      .toString('utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const record = { head, lines: [], values: [], samples: [] };
    for (const row of rows) {
      if (row[0] === '=') record.values.push(row.slice(1));
      else if (row[0] === '~') record.samples.push(row.slice(1));
      else record.lines.push(row);
    }
    return record;
  }
  return null;
}

export async function writeExpectation(
  base,
  name,
  record,
  server = process.env.CONFORMANCE_REFERENCE ?? 'the reference server (v19)',
) {
  const rows = [
    { format: 1, scenario: name, server },
    ...record.lines,
    ...record.values.map((v) => ['=', ...v]),
    ...record.samples.map((s) => ['~', ...s]),
  ];
  const text = `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`;
  const packed = text.length > MIN_GZIP_LENGTH;
  await fs.rm(`${base}.expect.jsonl${packed ? '' : '.gz'}`, { force: true });
  const bytes = packed ? zlib.gzipSync(Buffer.from(text), { level: 9 }) : Buffer.from(text);
  await fs.writeFile(`${base}.expect.jsonl${packed ? '.gz' : ''}`, bytes);
  return bytes.length;
}

/** Rounds a sample's numbers to six significant digits and sorts them, to keep the files small. */
export function compactSample([name, kind, data, alpha]) {
  if (kind.startsWith('ks')) {
    const sorted = [...data].sort((a, b) => a - b).map((v) => Number(v.toPrecision(6)));
    return [name, kind, sorted, alpha];
  }
  return [name, kind, data, alpha];
}
