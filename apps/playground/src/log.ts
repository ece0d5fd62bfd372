/** The page that shows any game log: a file that is chosen or dropped stays in the page. */
import { defineViewer, type RcssViewer } from '@rcss/viewer';
import { findElement, showStatus } from './controls/elements.js';
import { keepFiles } from './offline/offline.js';

defineViewer();
const viewer = document.querySelector('rcss-viewer') as RcssViewer;
const field = findElement<HTMLInputElement>('file');

field.addEventListener('change', async () => {
  const [file] = field.files ?? [];
  if (file === undefined) return;
  showStatus(`Reading ${file.name}.`);
  const isRead = await viewer.openLog(file, file.name);
  const { source } = viewer;
  if (isRead && source !== null) showStatus(`${source.title}: ${source.status.text}.`);
  else showStatus(`${file.name} cannot be read as a game log.`, true);
});
// Pages whose files cannot be kept need a connection.
void keepFiles().catch(() => {});
