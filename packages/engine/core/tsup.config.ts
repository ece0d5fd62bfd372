import { library } from '../../../tsup.base.js';

export default library({
  entry: [
    'src/index.ts',
    'src/debug-channel.ts',
    'src/engine-layout.ts',
    'src/geometry.ts',
    'src/landmarks.ts',
    'src/match-document.ts',
    'src/math.ts',
    'src/observation.ts',
    'src/pitch.ts',
    'src/random.ts',
    'src/rooms.ts',
    'src/team-module.ts',
    'src/vec2.ts',
    'src/versions.ts',
  ],
});
