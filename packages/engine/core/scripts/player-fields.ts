/**
 * The only list of the fields of a player. `write-player.ts` generates from it the type, the factory, the copy
 * functions and the list of fractional fields (`src/player.generated.ts`), and a player's part of the digest of a
 * match (`packages/engine/simulator/src/digest/player-digest.generated.ts`). A test compares both files with the table. The reason
 * for generating source text instead of building these at run time is in docs/inside/decisions/0015-player-fields.md.
 *
 * Kinds: `flag`; `int`, a whole number; `real`, a number that may have a fraction; `point`, a vector in meters or
 * meters per cycle; any other kind is the name of a type.
 *
 * Digest: a number is the position in the digest of a match. Recordings contain digests, so a position must never
 * change. Fields with the same position share a word. The other fields are not in the digest: `slot` fields never
 * change; `sensing` fields do not affect bodies; a difference in a `later` field changes the digest of the step in
 * which the field takes effect.
 */
const TABLE = `
index             | int         | playerIndex(side, unum) | slot    | Place in \`World.players\`: left 0..10, right 11..21.
side              | Side        | side                    | slot    |
unum              | int         | unum                    | slot    | Uniform number 1..11.

enabled           | flag        | false                   | 3       | Whether the player is on the field and accepts commands: connected, not removed.
assigned          | flag        | false                   | later   | Whether a client was ever accepted for the slot.
goalie            | flag        | false                   | 3       |
goalieAppointed   | flag        | false                   | sensing | Whether a coach made the player goalie; opponents then never see the goalie mark (spec 03 §10.2).
version           | real        | 3.0                     | later   | Exact protocol version of the client, e.g. 19 or 3.9; decides the meaning of tackle and what is seen.

pos               | point       | vec2.create(benchX(side, unum), BENCH_Y) | 4 | Position, meters.
vel               | point       | vec2.create()                  | 5       | Velocity, meters per cycle.
accel             | point       | vec2.create()                  | later   | Sum of all accelerations since the last step, meters per cycle squared.
body              | real        | 0                       | 6       | Committed body direction, radians. All formulas and sensors use it. The step sets it to the target.
bodyTarget        | real        | 0                       | 8       | Body direction after the next step, radians.
neck              | real        | 0                       | 7       | Committed neck angle relative to the body, radians.
neckTarget        | real        | 0                       | 9       | Neck angle after the next step, radians.

focusDist         | real        | 0                       | 14      | Focus point relative to the face: distance 0..40 m (spec 04 §3.13).
focusDir          | real        | 0                       | 15      | Focus point relative to the face: direction, radians.

typeId            | int         | 0                       | 2       | Player type (spec 07 §9.1).
typeExplicit      | flag        | false                   | later   | Whether the type was given by a substitution.
stamina           | real        | 0                       | 10      |
effort            | real        | 1                       | 11      |
recovery          | real        | 1                       | 12      |
staminaCapacity   | real        | 0                       | 13      |

noiseRate         | real        | 0                       | later   | Movement and turn noise rate r (spec 05 §4.2).
kickNoiseRate     | real        | 0                       | later   | Kick noise rate k (spec 05 §4.2).

state             | int         | 0                       | 1       | Bits sent to monitors and logs, see \`PlayerState\`.
collidedWithBall  | flag        | false                   | sensing | Collisions that \`(collision ...)\` of the next periodic sense_body reports (spec 05 §4.4).
collidedWithPlayer| flag        | false                   | sensing |
collidedWithPost  | flag        | false                   | sensing |

bodyUsed          | flag        | false                   | later   | Whether the body, the neck and the legs already have a command in this cycle (spec 05 §9).
neckUsed          | flag        | false                   | later   |
leftLegUsed       | flag        | false                   | later   |
rightLegUsed      | flag        | false                   | later   |
leftLegDash       | flag        | false                   | later   | Dash of the cycle per leg; power 0 and direction 0 (degrees, relative to the body) if there is none.
leftLegPower      | real        | 0                       | later   |
leftLegDir        | real        | 0                       | later   |
rightLegDash      | flag        | false                   | later   |
rightLegPower     | real        | 0                       | later   |
rightLegDir       | real        | 0                       | later   |
kickedCount       | int         | 0                       | later   | >= 0 while others see the player kick, -1 otherwise (spec 05 §9.4).
dashedCount       | int         | 0                       | later   | >= 0 while the player counts as having dashed, -1 otherwise (spec 05 §9.4).
tackleIdle        | int         | 0                       | 18      | Number of further cycles in which a tackle blocks body commands.
foulCharged       | int         | 0                       | 19      | Number of further cycles in which a suffered foul blocks body commands.
catchBan          | int         | 0                       | later   | Cycles until the next catch is possible.
goalieMoves       | int         | 0                       | later   | Number of moves since the last catch.
cards             | int         | 0                       | 3       | Yellow cards; 2 when sent off.

kickCount         | int         | 0                       | 20      | Numbers of executed commands, as sense_body, monitors and logs report them (spec 04 §6).
dashCount         | int         | 0                       | 21      |
turnCount         | int         | 0                       | 22      |
catchCount        | int         | 0                       | 23      |
moveCount         | int         | 0                       | 24      |
turnNeckCount     | int         | 0                       | 25      |
changeViewCount   | int         | 0                       | 26      |
changeFocusCount  | int         | 0                       | 33      |
sayCount          | int         | 0                       | 27      |
tackleCount       | int         | 0                       | 28      |
pointtoCount      | int         | 0                       | 29      |
attentiontoCount  | int         | 0                       | 30      |
focusCount        | int         | 0                       | sensing | The focus count of sense_body: like \`attentiontoCount\`, but a reconnect sets it to zero.

viewWidth         | ViewWidth   | 'normal'                | sensing |
viewQuality       | ViewQuality | 'high'                  | sensing |
viewAngle         | real        | Math.PI / 2             | 31      | Full view angle, radians (spec 04 §3.3).
synchSee          | flag        | false                   | sensing |
gaussianSee       | flag        | false                   | sensing |
seeCounter        | int         | 0                       | sensing | See occasions since the last see message (spec 04 §3.2).

armAge            | int         | 0                       | 17      | Cycles since the last accepted pointto; the arm points while below point_to_duration (spec 05 §17.4).
armTarget         | point       | vec2.create()                  | 16      | Point of the field at which the arm points.

attention         | int         | -1                      | 32      | Index of the player attended to, -1 when attention is off.
earLeftComplete   | flag        | true                    | sensing | Which messages the player hears, per side of the speaker (spec 04 §5.6).
earLeftPartial    | flag        | false                   | sensing |
earRightComplete  | flag        | true                    | sensing |
earRightPartial   | flag        | false                   | sensing |
hearOwn           | int         | 0                       | sensing | Hearing capacity for team mates (spec 04 §5.8).
hearOpponents     | int         | 0                       | sensing | Hearing capacity for opponents.

clangMin          | int         | 0                       | sensing | Lowest coach language version that the client declared; 0 if none.
clangMax          | int         | 0                       | sensing | Highest coach language version that the client declared; 0 if none.
`;

/** The reason why a field is not in the digest. */
export type DigestExclusion = 'slot' | 'later' | 'sensing';

export interface PlayerField {
  readonly name: string;
  readonly kind: string;
  /** Source text of the initial value. */
  readonly initial: string;
  /** Position in the digest, or the reason why the field is not in it. */
  readonly digest: number | DigestExclusion;
  readonly doc: string;
  /** Whether a blank line precedes the field. */
  readonly startsGroup: boolean;
}

function parseTable(table: string): PlayerField[] {
  const fields: PlayerField[] = [];
  let opensGroup = false;
  for (const line of table.trim().split('\n')) {
    if (line === '') {
      opensGroup = true;
      continue;
    }
    const [name, kind, initial, digest, doc] = line.split('|').map((cell) => cell.trim()) as [
      string,
      string,
      string,
      string,
      string,
    ];
    const place = Number(digest);
    fields.push({
      name,
      kind,
      initial,
      digest: Number.isNaN(place) ? (digest as DigestExclusion) : place,
      doc,
      startsGroup: opensGroup,
    });
    opensGroup = false;
  }
  return fields;
}

export const PLAYER_FIELDS: readonly PlayerField[] = parseTable(TABLE);
