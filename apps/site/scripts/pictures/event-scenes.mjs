/**
 * Small scenes that show the definitions of docs/use/analyst/statistics.md. Each scene is played as shows of a log, from which the statistics find
 * its events: a test compares them with `events`. The left team attacks to the right. Positions are in meters in the field frame.
 */
import { createFrame, PlayerState } from '../../../../packages/engine/core/src/index.ts';
import { createAnalyzer } from '../../../../packages/study/stats/src/index.ts';
import { createSpadlActions } from '../../../../packages/study/stats/src/spadl.ts';

const DECAY = 0.94;
/** Distance of a player from the ball that it plays, m. */
const AT_BALL = 0.6;

/** Plays a scene: holds the ball and the players, and records shows and what is drawn. */
export class Scene {
  #frame = createFrame();
  #analyzer = createAnalyzer();
  #velocity = [0, 0];
  /** Ways of the ball: from one touch to the next, or to its last place. */
  ways = [];
  /** Places of the players of the scene by their names: at the beginning, and at their touches with the place of the ball. */
  players = new Map();

  /** @param {[number, number]} ball @param {Record<string, [number, number]>} players names such as l7 and places */
  constructor(ball, players) {
    const frame = this.#frame;
    frame.left.name = 'A';
    frame.right.name = 'B';
    frame.playMode = 'play_on';
    [frame.ballX, frame.ballY] = ball;
    for (const [index, player] of frame.players.entries()) {
      // Players that are not in the scene are at the far side line.
      player.state = PlayerState.STAND | (player.unum === 1 ? PlayerState.GOALIE : 0);
      [player.x, player.y] = [index - 30, 33];
    }
    for (const [name, [x, y]] of Object.entries(players)) {
      Object.assign(this.#player(name), { x, y });
      this.players.set(name, [{ ball: null, at: [x, y] }]);
    }
    this.#show();
    this.#show();
  }

  #player(name) {
    return this.#frame.players[(name[0] === 'l' ? -1 : 10) + Number(name.slice(1))];
  }

  #show(mode = this.#frame.playMode) {
    const frame = this.#frame;
    frame.playMode = mode;
    frame.time++;
    this.#analyzer.addFrame(frame);
    for (const player of frame.players) player.state &= PlayerState.STAND | PlayerState.GOALIE;
  }

  get #ball() {
    return [this.#frame.ballX, this.#frame.ballY];
  }

  #moveBall() {
    const frame = this.#frame;
    frame.ballX += this.#velocity[0];
    frame.ballY += this.#velocity[1];
    this.#velocity = this.#velocity.map((part) => part * DECAY);
  }

  /** Brings a player to the ball, between it and where the player came from. */
  #comeToBall(name) {
    const player = this.#player(name);
    const [x, y] = this.#ball;
    const distance = Math.hypot(x - player.x, y - player.y);
    if (distance > AT_BALL) {
      player.x = x + ((player.x - x) / distance) * AT_BALL;
      player.y = y + ((player.y - y) / distance) * AT_BALL;
    }
    this.players.get(name).push({ ball: this.#ball, at: [player.x, player.y] });
  }

  #begin(kind, name) {
    this.ways.push({ kind, side: name[0], points: [this.#ball] });
  }

  /** A player kicks the ball to a place, where it is after some cycles. */
  kick(name, to, cycles, kind = 'pass') {
    this.#comeToBall(name);
    const [x, y] = this.#ball;
    const first = (1 - DECAY) / (1 - DECAY ** cycles);
    this.#velocity = [(to[0] - x) * first, (to[1] - y) * first];
    this.#begin(kind, name);
    this.#player(name).state |= PlayerState.KICK;
    for (let cycle = 0; cycle < cycles; cycle++) {
      this.#moveBall();
      this.#show();
    }
    this.ways.at(-1).points.push(this.#ball);
    return this;
  }

  /** A player kicks the ball in small steps, and stays at it. */
  dribble(name, to) {
    const [x, y] = this.#ball;
    const steps = Math.ceil(Math.hypot(to[0] - x, to[1] - y) / 0.8);
    this.#comeToBall(name);
    this.#begin('dribble', name);
    const player = this.#player(name);
    for (let step = 0; step < steps; step++) {
      player.state |= PlayerState.KICK;
      const [dx, dy] = [(to[0] - x) / steps, (to[1] - y) / steps];
      this.#frame.ballX += dx;
      this.#frame.ballY += dy;
      player.x += dx;
      player.y += dy;
      this.#show();
    }
    this.#velocity = [0, 0];
    this.players.get(name).push({ ball: this.#ball, at: [player.x, player.y] });
    this.ways.at(-1).points.push(this.#ball);
    return this;
  }

  /** A player begins a tackle: it succeeds, or it fails. */
  tackle(name, succeeds) {
    this.#comeToBall(name);
    const player = this.#player(name);
    player.state |= PlayerState.TACKLE | (succeeds ? 0 : PlayerState.TACKLE_FAULT);
    player.tackleCount++;
    this.#show();
    return this;
  }

  /** The goalie catches the ball, and the referee gives it a free kick. */
  catch(name) {
    this.#comeToBall(name);
    this.#player(name).state |= PlayerState.CATCH;
    this.#velocity = [0, 0];
    this.#show(`free_kick_${name[0]}`);
    return this;
  }

  /** The referee changes the play mode. */
  mode(mode) {
    if (mode === 'goal_l') this.#frame.left.score++;
    this.#show(mode);
    return this;
  }

  /** Returns what the statistics find: events as `PLAYER TYPE OUTCOME`, SPADL actions as `TYPE RESULT`. */
  analyze() {
    const analysis = this.#analyzer.finish();
    return {
      events: analysis.events.map(({ type, side, unum, outcome }) => `${side}${unum} ${type} ${outcome}`),
      actions: createSpadlActions(analysis, 'scene').map(
        ({ type_name, result_name }) => `${type_name} ${result_name}`,
      ),
    };
  }
}

/**
 * @typedef {object} EventScene
 * @property {string} title what the definitions call it
 * @property {string[]} text lines with the condition
 * @property {[x: number, y: number]} center middle of the part of the pitch that is drawn
 * @property {number} [zoom] magnification, 1 by default
 * @property {() => Scene} play
 * @property {string[]} events events that the statistics find
 * @property {string[]} [actions] SPADL actions, if the scene shows them
 */

/** Scenes by the names of their pictures. @type {Record<string, { title: string, scenes: EventScene[] }>} */
export const EVENT_SCENES = {
  'events-passes': {
    title: 'Passes',
    scenes: [
      {
        title: 'pass, completed',
        text: ['A team mate plays the ball next.', 'It was released, moved at least 1 m.'],
        center: [0, 0],
        play: () =>
          new Scene([-8, 3], { l6: [-9, 3.5], l9: [6, -7], r4: [3, 5] })
            .kick('l6', [8, -4], 9)
            .kick('l9', [10, -4], 2, 'touch'),
        events: ['l6 pass completed'],
      },
      {
        title: 'pass, intercepted; interception',
        text: ['An opponent plays the ball next.', 'It was released, moved at least 3 m.'],
        center: [0, 0],
        play: () =>
          new Scene([-8, 3], { l6: [-9, 3.5], l9: [9, -6], r4: [5, 3] })
            .kick('l6', [3, -1.5], 6)
            .kick('r4', [1, -3], 2, 'touch'),
        events: ['l6 pass intercepted', 'r4 interception pass'],
      },
      {
        title: 'pass, out',
        text: ['The ball crosses the side line.', 'It moved at least 3 m.'],
        center: [0, -27],
        play: () =>
          new Scene([-8, -26], { l6: [-9, -25.5], l9: [8, -28], r4: [4, -25] })
            .kick('l6', [4, -35], 8)
            .mode('kick_in_r'),
        events: ['l6 pass out', 'r0 set_play kick_in'],
      },
      {
        title: 'pass, offside',
        text: ['The referee calls offside', 'of the team that passed.'],
        center: [25, 0],
        play: () =>
          new Scene([17, 4], { l6: [16, 4.5], l9: [33, -4], r4: [26, 3] })
            .kick('l6', [31, -2], 8)
            .mode('offside_l'),
        events: ['l6 pass offside', 'l0 offside offside'],
      },
    ],
  },
  'events-balls-won': {
    title: 'Balls that are carried, lost and won',
    scenes: [
      {
        title: 'dribble',
        text: ['First and last touch of a player', 'are at least 3 m apart.'],
        center: [0, 0],
        play: () =>
          new Scene([-9, 3], { l6: [-9.5, 3.2], l9: [10, -6] })
            .dribble('l6', [2, 2])
            .kick('l6', [9, -4], 7)
            .kick('l9', [10.5, -4], 2, 'touch'),
        events: ['l6 dribble completed', 'l6 pass completed'],
      },
      {
        title: 'loss, lost; interception',
        text: ['An opponent plays the ball next. It was', 'released, but moved less than 3 m.'],
        center: [-2, 0],
        zoom: 2,
        play: () =>
          new Scene([-4, 1], { l6: [-4.5, 1.2], r4: [3, -1] })
            .kick('l6', [-1.6, 0.4], 4)
            .kick('r4', [-6, -5], 5, 'touch'),
        events: ['l6 loss lost', 'r4 interception dribble'],
      },
      {
        title: 'loss, dispossessed; steal', // words-ok: term of docs/use/analyst/statistics.md
        text: ['An opponent plays the ball next,', 'which was never out of reach.'],
        center: [-2, 0],
        zoom: 2,
        play: () =>
          new Scene([-4, 1], { l6: [-4.5, 1.2], r4: [3, -1] })
            .dribble('l6', [-2.5, 0.5])
            .kick('r4', [-6, -5], 6, 'touch'),
        events: ['l6 loss dispossessed', 'r4 steal kick'], // words-ok: term of docs/use/analyst/statistics.md
      },
      {
        title: 'pass, intercepted; claim',
        text: ['The goalie of the opponents catches', 'a ball that was not aimed at its goal.'],
        center: [42, -3],
        play: () =>
          new Scene([36, -11], { l7: [35, -12], l9: [38, 5], r1: [46, -1] })
            .kick('l7', [42, 1.5], 9)
            .catch('r1'),
        events: ['l7 pass intercepted', 'r1 claim caught', 'r0 set_play goalie_ball'],
      },
    ],
  },
  'events-shots': {
    title: 'Shots',
    scenes: [
      {
        title: 'shot, goal',
        text: ['The score goes up. The last player at', 'the ball is in the team that scores.'],
        center: [42, 0],
        play: () =>
          new Scene([37, 6], { l9: [36, 6.5], r1: [51, -2], r4: [44, -4] })
            .kick('l9', [53.5, 4], 9, 'shot')
            .mode('goal_l'),
        events: ['l9 shot goal', 'l9 goal goal'],
      },
      {
        title: 'shot, saved; save',
        text: ['Aimed at the goal; the goalie', 'plays or catches the ball next.'],
        center: [42, 0],
        play: () =>
          new Scene([37, 6], { l9: [36, 6.5], r1: [50, -1], r4: [44, -4] })
            .kick('l9', [49.5, 2.5], 6, 'shot')
            .catch('r1'),
        events: ['l9 shot saved', 'r1 save caught', 'r0 set_play goalie_ball'],
      },
      {
        title: 'shot, blocked; block',
        text: ['Aimed at the goal; an opponent other', 'than the goalie plays the ball next.'],
        center: [42, 0],
        play: () =>
          new Scene([37, 6], { l9: [36, 6.5], r1: [51, 1], r4: [45, 1] })
            .kick('l9', [43.5, 4.5], 4, 'shot')
            .kick('r4', [41, 11], 4, 'touch'),
        events: ['l9 shot blocked', 'r4 block kick'],
      },
      {
        title: 'shot, off target',
        text: ['Not touched again, it would cross the', 'goal line up to 2 m beside a post.'],
        center: [42, 0],
        play: () =>
          new Scene([37, 2], { l9: [36, 2], r1: [51, 0], r4: [44, 7] })
            .kick('l9', [53.5, -8.6], 9, 'shot')
            .mode('goal_kick_r'),
        events: ['l9 shot off_target', 'r0 set_play goal_kick'],
      },
    ],
  },
  'events-tackles': {
    title: 'Tackles and the SPADL clearance',
    scenes: [
      {
        title: 'tackle, won; steal', // words-ok: term of docs/use/analyst/statistics.md
        text: ['TACKLE without TACKLE_FAULT:', 'it is a touch of the ball.'],
        center: [-2, 0],
        zoom: 2,
        play: () =>
          new Scene([-4, 1], { l6: [-4.5, 1.2], r4: [2, -1] })
            .dribble('l6', [-2.5, 0.5])
            .tackle('r4', true)
            .kick('r4', [-8, -5], 6, 'touch'),
        events: ['l6 loss dispossessed', 'r4 steal tackle', 'r4 tackle won'], // words-ok: term of docs/use/analyst/statistics.md
      },
      {
        title: 'tackle, failed',
        text: ['TACKLE and TACKLE_FAULT:', 'no touch, the player keeps the ball.'],
        center: [2, -1],
        zoom: 1.4,
        play: () =>
          new Scene([-4, 1], { l6: [-4.5, 1.2], l9: [9, -5], r4: [2, -1] })
            .dribble('l6', [-2.5, 0.5])
            .tackle('r4', false)
            .kick('l6', [8, -4], 8)
            .kick('l9', [9.5, -4], 2, 'touch'),
        events: ['r4 tackle failed', 'l6 pass completed'],
      },
      {
        title: 'SPADL: clearance',
        text: ['A pass out of the own penalty area', 'that is not completed.'],
        center: [-40, 14],
        play: () =>
          new Scene([-46, 8], { l3: [-47, 7], r9: [-31, 15] })
            .kick('l3', [-36, 22], 9)
            .kick('r9', [-33, 24], 3, 'touch'),
        events: ['l3 pass intercepted', 'r9 interception pass'],
        actions: ['clearance fail', 'interception success'],
      },
      {
        title: 'own goal',
        text: ['The score goes up. The last player at', 'the ball is in the other team.'],
        center: [42, 5],
        play: () =>
          new Scene([43, 9], { l7: [38, 12], r4: [42, 9.5] }).kick('r4', [53.5, 2], 8, 'pass').mode('goal_l'),
        events: ['l0 goal own_goal'],
        actions: ['bad_touch owngoal'],
      },
    ],
  },
};
