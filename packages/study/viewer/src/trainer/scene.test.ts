import { createFrame, PlayerState } from '@rcss/core';
import { describe, expect, it } from 'vitest';
import { createSceneOfFrame, parseSceneFile } from './scene-file.js';
import { createSceneSource, SceneEditorSource } from './scene-source.js';

describe('scenes in the viewer', () => {
  it('has the objects of a frame, and changes a frame to a scene', () => {
    const source = new SceneEditorSource(null, null);
    source.sendCommand({ type: 'move_player', side: 'r', unum: 3, x: 12.345, y: -4, body: 90 });
    source.sendCommand({ type: 'move_ball', x: 5, y: 6 });
    source.sendCommand({ type: 'discard', side: 'l', unum: 11 });
    const scene = source.toScene();
    expect(scene.ball).toEqual({ position: { x: 5, y: 6 } });
    expect(scene.players).toHaveLength(21);
    expect(scene.players).toContainEqual({
      side: 'right',
      unum: 3,
      position: { x: 12.35, y: -4 },
      bodyAngle: 90,
    });
    const parsed = parseSceneFile(JSON.stringify(scene));
    if (!parsed.ok) throw new Error(parsed.error.message);
    const other = new SceneEditorSource(null, createFrame());
    other.load(parsed.value);
    expect(other.toScene()).toEqual(scene);
  });

  it('players that a situation does not mention are on the bench, not on the center spot', () => {
    const frame = createSceneSource({ ball: { position: { x: 1, y: 2 } } }).getFrame(0);
    expect(frame!.players.map(({ x, y, state }) => [Math.sign(x), y, state])).toEqual([
      ...Array(11).fill([-1, -37, 0]),
      ...Array(11).fill([1, -37, 0]),
    ]);
  });

  it('reads the scene of a match document', () => {
    const parsed = parseSceneFile('{"version":1,"initial":{"ball":{"position":{"x":1,"y":2}}}}');
    expect(parsed).toEqual({ ok: true, value: { ball: { position: { x: 1, y: 2 } } } });
  });

  it.each([
    ['{', 'the file is not JSON'],
    ['{}', 'ball: missing; a scene with "ball" or "players" is allowed'],
    ['{"players":[{"side":"l","unum":1}]}', 'players[0].side: "l"; "left" or "right" is allowed'],
    [
      '{"players":[{"side":"left","unum":12}]}',
      'players[0].unum: 12; a whole number from 1 to 11 is allowed',
    ],
    [
      '{"ball":{"position":{"x":1,"y":"2"}}}',
      'ball.position.y: "2"; a number of meters from -200 to 200 is allowed',
    ],
    [
      '{"initial":{"ball":{},"playMode":"paused"}}',
      'initial.playMode: "paused"; a play mode such as "play_on" is allowed',
    ],
  ])('refuses %s', (text, message) => {
    const parsed = parseSceneFile(text);
    expect(parsed.ok ? '' : parsed.error.message).toBe(message);
  });

  it('puts a match into the situation: play mode first, then players, the ball last', () => {
    const frame = createFrame();
    const player = frame.players[13];
    if (player !== undefined) Object.assign(player, { state: PlayerState.STAND, x: 3, y: 4, body: 45 });
    frame.playMode = 'play_on';
    expect(new SceneEditorSource(null, frame).createCommands()).toEqual([
      { type: 'play_mode', mode: 'play_on', x: 0, y: 0, keepBall: true },
      { type: 'move_player', side: 'r', unum: 3, x: 3, y: 4, body: 45 },
      { type: 'move_ball', x: 0, y: 0 },
    ]);
  });

  it('scenes of frames have only players on the field', () => {
    expect(createSceneOfFrame(createFrame()).players).toEqual([]);
  });
});
