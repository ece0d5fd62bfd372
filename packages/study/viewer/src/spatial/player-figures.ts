/** The players of the 3D view: figures of cylinders and spheres with a label above the head. */

import {
  CanvasTexture,
  CapsuleGeometry,
  CircleGeometry,
  ConeGeometry,
  CylinderGeometry,
  Group,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  RingGeometry,
  SphereGeometry,
  Sprite,
  SpriteMaterial,
  SRGBColorSpace,
} from 'three';
import type { Kit, MatchKits } from '../kits.js';
import type { ViewOptions } from '../options.js';
import type { Picture, PicturePlayer } from '../scene.js';

/** Height of a player, meters: that of the rules for a ball that a player reaches. */
const HEIGHT = 2;
/** Height of the label above the ground, meters, and its size as a share of the picture. */
const LABEL_HEIGHT = 2.5;
const LABEL_SIZE = 0.042;
/** Angle by which a player leans when tackling, radians. */
const TACKLE_LEAN = 1.1;

const LEGS = new CylinderGeometry(0.19, 0.14, 0.75, 10);
const BODY = new CapsuleGeometry(0.27, 0.5, 4, 12);
const HEAD = new SphereGeometry(0.2, 14, 10);
const NOSE = new ConeGeometry(0.09, 0.24, 8);
const ARM = new CapsuleGeometry(0.07, 0.5, 3, 6);
const SHADOW = new CircleGeometry(0.5, 20);
const RING = new RingGeometry(0.7, 0.95, 28);

const SKIN = new MeshLambertMaterial({ color: '#c99873' });
const SHORTS = new MeshLambertMaterial({ color: '#20262b' });
const DARK = new MeshBasicMaterial({ color: '#05100a', transparent: true, opacity: 0.38, depthWrite: false });
const SELECTED = new MeshBasicMaterial({ color: '#ffd866', depthWrite: false });

/** Flat shapes are lines of the ground; a small height keeps them above it. */
const GROUND_STEP = 0.02;

/** Turns a flat shape to the ground. */
function layDown(mesh: Mesh, level: number): Mesh {
  mesh.rotation.x = -Math.PI / 2;
  mesh.position.y = GROUND_STEP * level;
  mesh.renderOrder = level;
  return mesh;
}

/** Creates the shadow of an object on the ground. */
export function createShadow(): Mesh {
  return layDown(new Mesh(SHADOW, DARK), 1);
}

class Figure {
  readonly group: Group = new Group();
  readonly #upright = new Group();
  readonly #head = new Group();
  readonly #shirt = new MeshLambertMaterial();
  readonly #ring = layDown(new Mesh(RING, SELECTED), 2);
  readonly #label = new Sprite(
    new SpriteMaterial({ sizeAttenuation: false, transparent: true, depthTest: false }),
  );
  #labelKey = '';

  constructor() {
    const legs = new Mesh(LEGS, SHORTS);
    legs.position.y = 0.37;
    const body = new Mesh(BODY, this.#shirt);
    body.position.y = 1.12;
    for (const side of [-1, 1]) {
      const arm = new Mesh(ARM, this.#shirt);
      arm.position.set(0, 1.15, side * 0.33);
      arm.rotation.x = side * -0.25;
      this.#upright.add(arm);
    }
    const nose = new Mesh(NOSE, SKIN);
    nose.rotation.z = -Math.PI / 2;
    nose.position.x = 0.22;
    this.#head.add(new Mesh(HEAD, SKIN), nose);
    this.#head.position.y = HEIGHT - 0.2;
    this.#upright.add(legs, body, this.#head);
    this.#label.position.y = LABEL_HEIGHT;
    this.#label.renderOrder = 9;
    this.group.add(createShadow(), this.#upright, this.#ring, this.#label);
  }

  /** Sets the size of the label for a picture whose upper edge is at this height, seen from a distance of 1. */
  setLabelSize(halfHeight: number): void {
    this.#label.scale.setScalar(2 * LABEL_SIZE * halfHeight);
  }

  /** Sets place, posture and colors; `isEye` hides a figure in whose eyes the camera is. */
  set(p: PicturePlayer, kit: Kit, isSelected: boolean, isEye: boolean, options: ViewOptions): void {
    this.group.visible = p.isPresent && options.showPlayer;
    this.group.position.set(p.x, 0, p.y);
    this.#upright.visible = !isEye;
    this.#upright.rotation.set(0, -p.body, -TACKLE_LEAN * p.tackleFade, 'YXZ');
    this.#head.rotation.y = p.body - p.head;
    this.#shirt.color.set(kit.shirt);
    this.#ring.visible = isSelected && !isEye;
    this.#label.visible = options.showPlayerNumber && !isEye;
    const card = options.showCard ? (p.hasRedCard ? 'red' : p.hasYellowCard ? 'yellow' : '') : '';
    const key = `${p.unum} ${kit.shirt} ${kit.numberColor} ${kit.outline} ${card}`;
    if (key === this.#labelKey) return;
    this.#labelKey = key;
    this.#label.material.map?.dispose();
    this.#label.material.map = drawLabel(String(p.unum), kit, card);
    this.#label.material.needsUpdate = true;
  }

  dispose(): void {
    this.#label.material.map?.dispose();
    this.#label.material.dispose();
    this.#shirt.dispose();
  }
}

/** Draws a number on a disc in the color of the shirt, with the card that the player has. */
function drawLabel(text: string, kit: Kit, card: string): CanvasTexture {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 64;
  const c = canvas.getContext('2d') as CanvasRenderingContext2D;
  c.beginPath();
  c.arc(32, 32, 27, 0, 2 * Math.PI);
  c.fillStyle = kit.shirt;
  c.fill();
  c.lineWidth = 4;
  c.strokeStyle = kit.outline;
  c.stroke();
  c.font = '700 34px system-ui, sans-serif';
  c.textAlign = 'center';
  c.textBaseline = 'middle';
  c.fillStyle = kit.numberColor;
  c.fillText(text, 32, 34);
  if (card !== '') {
    c.fillStyle = card === 'red' ? '#e01616' : '#ffd400';
    c.fillRect(46, 0, 16, 22);
  }
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  return texture;
}

/** The figures of all players. */
export class PlayerFigures {
  readonly group: Group = new Group();
  readonly #figures = Array.from({ length: 22 }, () => new Figure());

  constructor() {
    this.group.add(...this.#figures.map((figure) => figure.group));
  }

  /** Sets all figures to a scene. `eye` is the index of the player in whose eyes the camera is, -1 for none. */
  set(scene: Picture, kits: MatchKits, selected: number, eye: number, options: ViewOptions): void {
    for (const [i, figure] of this.#figures.entries()) {
      const p = scene.players[i] as PicturePlayer;
      const kit =
        p.side === 'l'
          ? kits[p.isGoalie ? 'leftGoalie' : 'left']
          : kits[p.isGoalie ? 'rightGoalie' : 'right'];
      figure.set(p, kit, i === selected, i === eye, options);
    }
  }

  /** Sets the sizes of the labels for a vertical angle of view, degrees. */
  setAngle(angle: number): void {
    const halfHeight = Math.tan((angle * Math.PI) / 360);
    for (const figure of this.#figures) figure.setLabelSize(halfHeight);
  }

  dispose(): void {
    for (const figure of this.#figures) figure.dispose();
  }
}
