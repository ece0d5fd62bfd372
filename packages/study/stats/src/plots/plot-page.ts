/** A page with plots that needs no other files. */
import { escapeXmlText } from './svg.js';

const STYLE =
  'body{font-family:sans-serif;margin:1.5em}figure{margin:0 0 1.5em}svg{width:min(100%,900px);height:auto;display:block}';

/** Adds buttons to each plot that save it as an SVG or PNG file. Runs in the page. */
const SCRIPT = `
for (const [index, figure] of document.querySelectorAll('figure').entries()) {
  const svg = figure.querySelector('svg');
  const source = () => 'data:image/svg+xml;charset=utf-8,' + encodeURIComponent(new XMLSerializer().serializeToString(svg));
  const addButton = (suffix, createUrl) => {
    const button = document.createElement('button');
    button.textContent = 'Save as ' + suffix.toUpperCase();
    button.onclick = async () => {
      const link = document.createElement('a');
      link.href = await createUrl();
      link.download = document.title + '-' + (index + 1) + '.' + suffix;
      link.click();
    };
    figure.append(button, ' ');
  };
  addButton('svg', source);
  addButton('png', async () => {
    const { width, height } = svg.viewBox.baseVal;
    const image = new Image();
    image.src = source();
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = 1800;
    canvas.height = Math.round((1800 * height) / width);
    const context = canvas.getContext('2d');
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas.toDataURL('image/png');
  });
}
`;

/** Returns the page of a log with its plots, which are SVG documents. */
export function createPlotPage(plots: readonly string[], log: string): string {
  const title = escapeXmlText(log);
  const figures = plots.map((plot) => `<figure>\n${plot}</figure>\n`);
  return (
    `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>${title}</title>\n<style>${STYLE}</style>\n` +
    `</head>\n<body>\n<h1>${title}</h1>\n${figures.join('')}<script type="module">${SCRIPT}</script>\n</body>\n</html>\n`
  );
}
