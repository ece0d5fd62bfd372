/**
 * The fields of a player: the one place where they are listed. `write-player.ts` makes from it the type, the factory,
 * the copies and the list of fractional fields (`src/player.generated.ts`) and a player's part of a match's digest
 * (`packages/simulator/src/player-digest.generated.ts`); a test compares both files with the table. Why they are
 * written out and not made when the program runs: docs/decisions/0015-player-fields.md.
 *
 * Kinds: `flag`; `int`, a whole number; `real`, a number that may have a fraction; `point`, a vector in metres or
 * metres per cycle; otherwise the name of a type.
 *
 * Digest: a number is the place in the digest of a match. Recordings hold digests, so a place never changes; fields
 * with one place share a word. The other fields are not in the digest: `slot` fields never change, `sensing` ones
 * do not act on bodies, and a difference in one that acts `later` shows in the digest of the step in which it acts.
 */
const TABLE = `
index             | int         | playerIndex(side, unum) | slot    | Place in \`World.players\`: left 0..10, right 11..21.
side              | Side        | side                    | slot    |
unum              | int         | unum                    | slot    | Uniform number 1..11.

enabled           | flag        | false                   | 3       | On the field and obeying commands: connected, not removed.
assigned          | flag        | false                   | later   | A client was accepted for the slot at some time.
goalie            | flag        | false                   | 3       |
goalieAppointed   | flag        | false                   | sensing | Made goalie by a coach; opponents then never see the goalie mark (spec 03 §10.2).
version           | real        | 3.0                     | later   | Exact protocol version of the client, e.g. 19 or 3.9; decides the meaning of tackle and what is seen.

pos               | point       | vec2(benchX(side, unum), BENCH_Y) | 4 | Metres.
vel               | point       | vec2()                  | 5       | Metres per cycle.
accel             | point       | vec2()                  | later   | Sum of all pushes since the last step, metres per cycle squared.
body              | real        | 0                       | 6       | Committed body direction, radians, what every formula and sensor uses; the target becomes it during the step.
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
kickRate          | real        | 0                       | later   | Kick noise rate k (spec 05 §4.2).

state             | int         | 0                       | 1       | Bits shown to monitors and logs, see \`PlayerState\`.
collidedWithBall  | flag        | false                   | sensing | What \`(collision ...)\` of the next periodic sense_body shows (spec 05 §4.4).
collidedWithPlayer| flag        | false                   | sensing |
collidedWithPost  | flag        | false                   | sensing |

bodyUsed          | flag        | false                   | later   | Budgets of the cycle (spec 05 §9): whether the body, the neck and the legs got their command.
neckUsed          | flag        | false                   | later   |
leftLegUsed       | flag        | false                   | later   |
rightLegUsed      | flag        | false                   | later   |
leftLegDash       | flag        | false                   | later   | Dash of the cycle per leg; power 0 and direction 0 (degrees, relative to the body) when none.
leftLegPower      | real        | 0                       | later   |
leftLegDir        | real        | 0                       | later   |
rightLegDash      | flag        | false                   | later   |
rightLegPower     | real        | 0                       | later   |
rightLegDir       | real        | 0                       | later   |
kickedCount       | int         | 0                       | later   | >= 0 while others see the player kick, -1 otherwise (spec 05 §9.4).
dashedCount       | int         | 0                       | later   | >= 0 while the player counts as having dashed, -1 otherwise (spec 05 §9.4).
tackleIdle        | int         | 0                       | 18      | Cycles that a tackle still blocks body commands.
foulCharged       | int         | 0                       | 19      | Cycles that a foul suffered still blocks body commands.
catchBan          | int         | 0                       | later   | Cycles until the next catch is possible.
goalieMoves       | int         | 0                       | later   | Moves since the last catch.
cards             | int         | 0                       | 3       | Yellow cards; 2 when sent off.

kickCount         | int         | 0                       | 20      | Executed commands, as sense_body, monitors and logs report them (spec 04 §6).
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
focusCount        | int         | 0                       | sensing | The focus count of sense_body: like \`attentiontoCount\`, but zero again after a reconnect.

viewWidth         | ViewWidth   | 'normal'                | sensing |
viewQuality       | ViewQuality | 'high'                  | sensing |
viewAngle         | real        | Math.PI / 2             | 31      | Full view angle, radians (spec 04 §3.3).
synchSee          | flag        | false                   | sensing |
gaussianSee       | flag        | false                   | sensing |
seeCounter        | int         | 0                       | sensing | See occasions since the last see message (spec 04 §3.2).

armAge            | int         | 0                       | 17      | Cycles since the last accepted pointto; the arm points while below point_to_duration (spec 05 §17.4).
armTarget         | point       | vec2()                  | 16      | Point of the field at which the arm points.

attention         | int         | -1                      | 32      | Index of the player attended to, -1 when attention is off.
earLeftComplete   | flag        | true                    | sensing | What the ear lets through, per side of the speaker (spec 04 §5.6).
earLeftPartial    | flag        | false                   | sensing |
earRightComplete  | flag        | true                    | sensing |
earRightPartial   | flag        | false                   | sensing |
hearOwn           | int         | 0                       | sensing | Hearing capacity for team mates (spec 04 §5.8).
hearOpponents     | int         | 0                       | sensing | Hearing capacity for opponents.

clangMin          | int         | 0                       | sensing | Lowest coach language version that the client declared; 0 when none.
clangMax          | int         | 0                       | sensing | Highest coach language version that the client declared; 0 when none.
`;

/** Why a field is not in the digest. */
export type OutsideDigest = 'slot' | 'later' | 'sensing';

export interface PlayerField {
  readonly name: string;
  readonly kind: string;
  /** Source text of the initial value. */
  readonly initial: string;
  /** Place in the digest, or why it has none. */
  readonly digest: number | OutsideDigest;
  readonly doc: string;
  /** A blank line stands before it. */
  readonly opensGroup: boolean;
}

function parse(table: string): PlayerField[] {
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
      digest: Number.isNaN(place) ? (digest as OutsideDigest) : place,
      doc,
      opensGroup,
    });
    opensGroup = false;
  }
  return fields;
}

export const PLAYER_FIELDS: readonly PlayerField[] = parse(TABLE);
