// Comparison rules of many scenarios.

/**
 * Between 20 m and 40 m (default player parameters) it is random whether a see message shows velocities and
 * uniform numbers, and between 40 m and 60 m whether versions below 18 see a player's team. Such objects are reduced to
 * what is certain: name, distance and direction of flags and balls; kind, team (up to 40 m), distance and direction of
 * players.
 */
export function randomSee(near = 20, far = 40, tooFar = 60) {
  return {
    match: /^\(see /,
    from: /\(\(([^()]*)\) (\d+(?:\.\d+)?) (-?\d+)([^()]*)\)/g,
    to: (whole, name, distance, direction) => {
      const d = Number(distance);
      const words = name.split(' ');
      const isPlayer = /^p(layer)?$/.test(words[0]);
      if (d > near && d < far)
        return `((${isPlayer ? words.slice(0, 2).join(' ') : name}) ${distance} ${direction} *)`;
      if (isPlayer && d >= far && d < tooFar) return `((${words[0]} *) ${distance} ${direction} *)`;
      return whole;
    },
  };
}

/** Player types other than the default type are random unless their ranges are points. */
export const randomTypes = { match: /^\(player_type (\(id )?[1-9]/ };
