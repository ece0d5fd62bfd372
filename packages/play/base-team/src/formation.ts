import { FOUR_THREE_THREE, type Formation } from '@rcss/agent/formations';

/** Formation of the base team. */
export const FORMATION: Formation = FOUR_THREE_THREE;
