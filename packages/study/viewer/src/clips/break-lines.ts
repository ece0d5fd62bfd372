/** Returns a text in lines that fit; a text of more lines than `most` ends with an ellipsis. A word that is too long has a line of its own. */
export function breakLines(text: string, fits: (line: string) => boolean, most: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter((part) => part !== '')) {
    const last = lines.at(-1);
    if (last !== undefined && fits(`${last} ${word}`)) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.length <= most ? lines : [...lines.slice(0, most - 1), `${lines[most - 1]} …`];
}
