/** A thread of the room server; beside the program, which starts it by this name. */
import { startRoomWorker } from '@rcss/match-server/room-worker';

startRoomWorker();
