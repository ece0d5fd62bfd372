/** Configuration files of servers before version 9 (spec 01 §6.12). */

/**
 * Rewrites an old file for `module` line by line: `half_time : 300` becomes `server::half_time = 300`, a bare `coach` becomes
 * `server::coach = true`, other lines stay.
 */
export function convertOldConf(text: string, module: 'server' | 'player'): string {
  return text
    .split('\n')
    .map((line) => {
      if (/^[^#]*:/.test(line)) return `${module}::${line.trimStart().replaceAll(':', '=')}`;
      if (line.trim() !== '' && !/[#:=]/.test(line)) return `${module}::${line.trim()} = true`;
      return line;
    })
    .join('\n');
}
