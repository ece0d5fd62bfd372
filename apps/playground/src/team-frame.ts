/** Script of the frame of a team. */
import { awaitTeam } from '@rcss/team-frames/frame';

awaitTeam();
