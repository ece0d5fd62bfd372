/** The page that shows any game log: a file that is chosen or dropped stays in the page. */
import { defineViewer, type RcssViewer } from '@rcss/viewer';
import { keepFiles } from './offline/offline.js';

defineViewer();
const viewer = document.querySelector('rcss-viewer') as RcssViewer;
const field = document.getElementById('file') as HTMLInputElement;
const line = document.getElementById('status') as HTMLElement;

field.addEventListener('change', async () => {
  const [file] = field.files ?? [];
  if (file === undefined) return;
  line.textContent = `Reading ${file.name}.`;
  const isRead = await viewer.openLog(file, file.name);
  const { source } = viewer;
  line.textContent =
    isRead && source !== null
      ? `${source.title}: ${source.status.text}.`
      : `${file.name} cannot be read as a game log.`;
  line.classList.toggle('failed', !isRead);
});
// Pages whose files cannot be kept need a connection.
void keepFiles().catch(() => {});
