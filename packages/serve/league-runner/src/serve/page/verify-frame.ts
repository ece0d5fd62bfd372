/** Script of the frame of a team that plays a match again. */
import { awaitTeam } from '@rcss/team-frames/frame';

awaitTeam();
