import { createDefaultPlayerType, createServerParams, type ServerParams } from '@rcss/params';
import { WorldModel } from '../src/world/world-model.js';

/** A world model set by hand: the player itself and the ball, all others unknown. */
export function createTestScene(
  self: { x: number; y: number; body?: number },
  ball: { x: number; y: number; vx?: number; vy?: number },
  options: { goalie?: boolean; unum?: number; server?: Partial<ServerParams> } = {},
): WorldModel {
  const server = createServerParams(options.server ?? {});
  const wm = new WorldModel({
    server,
    types: [createDefaultPlayerType(server)],
    side: 'l',
    unum: options.unum ?? 8,
    team: 'Alpha',
    goalie: options.goalie ?? false,
  });
  wm.startMode('play_on');
  wm.cycle = 100;
  Object.assign(wm.self.pos, { x: self.x, y: self.y });
  wm.self.body = self.body ?? 0;
  wm.self.posError = 0.05;
  wm.self.faceError = 0.01;
  wm.ball.place(ball.x, ball.y);
  wm.ball.vel.x = ball.vx ?? 0;
  wm.ball.vel.y = ball.vy ?? 0;
  wm.ball.age = 0;
  wm.ball.velAge = 0;
  wm.ball.updatePath();
  return wm;
}

/** Adds another player to the world model, as just seen. */
export function placePlayer(
  wm: WorldModel,
  own: boolean,
  unum: number,
  x: number,
  y: number,
  goalie = false,
): void {
  const p = (own ? wm.players.mates : wm.players.opponents)[unum]!;
  Object.assign(p.pos, { x, y });
  p.age = 0;
  p.bodyAge = 0;
  p.body = own ? 0 : Math.PI;
  p.goalie = goalie;
  wm.players.refresh(wm.unum);
}
