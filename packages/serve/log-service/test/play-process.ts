/** A process that plays a log without end, for tests. Arguments: the log. Prints the monitor port and the address of the page. */
import { openLogFile } from '@rcss/logs/node';
import { ControlServer } from '../src/play/control-server.js';
import { MonitorServer } from '../src/play/monitor-server.js';
import { ShowPlayer } from '../src/play/player.js';

const [log = ''] = process.argv.slice(2);
const player = new ShowPlayer({
  logs: [log],
  interval: 20,
  loop: true,
  autoPlay: true,
  quitAfter: null,
  async open(name) {
    const opened = await openLogFile(name);
    if (!opened.ok) throw new Error(opened.error.message);
    return opened.value;
  },
});
const monitors = await MonitorServer.open(player, {
  port: 0,
  address: '127.0.0.1',
  messages: false,
  print: (line) => console.error(line),
});
const page = await ControlServer.open(player, {
  host: '127.0.0.1',
  port: 0,
  viewerScripts: { page: '', clips: '', spatial: '', words: '', values: '', study: '' },
  controlScript: '',
  countMonitors: () => monitors.count,
});
await player.start();
console.log(JSON.stringify({ monitorPort: monitors.port, link: page.link }));
