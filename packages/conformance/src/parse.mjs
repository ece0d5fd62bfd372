// Reading of server messages, for scripts that compute values from them.

/** S-expression text to nested arrays; atoms stay strings, quoted strings keep no quotes. */
export function sexp(text) {
  const stack = [[]];
  const re = /\s*(?:([()])|"((?:[^"\\]|\\.)*)"|([^\s()"]+))/y;
  let m;
  while ((m = re.exec(text)) !== null) {
    if (m[1] === '(') stack.push([]);
    else if (m[1] === ')') {
      if (stack.length === 1) break;
      const done = stack.pop();
      stack[stack.length - 1].push(done);
    } else stack[stack.length - 1].push(m[2] ?? m[3]);
  }
  return stack[0][0];
}

/** (sense_body ...) to {time, name: [numbers or words]}; nested groups keep their inner lists. */
export function senseBody(text) {
  const [, time, ...parts] = sexp(text);
  const out = { time: Number(time) };
  for (const [name, ...args] of parts)
    out[name] = args.map((a) => (Array.isArray(a) ? a : Number.isNaN(Number(a)) ? a : Number(a)));
  return out;
}

/** (see ...) or (see_global ...) to {time, objects: {name: numbers}}; the name is the inner list joined by spaces. */
export function see(text) {
  const [, time, ...parts] = sexp(text);
  const objects = {};
  for (const [name, ...args] of parts)
    objects[[].concat(name).join(' ')] = args.map((a) => (Number.isNaN(Number(a)) ? a : Number(a)));
  return { time: Number(time), objects };
}

/** Monitor (show ...) text of protocol 3 and up to {time, ball: [x, y, vx, vy], players: {'l 1': [...]}}. */
export function show(text) {
  const [, time, ...parts] = sexp(text);
  const out = { time: Number(time), players: {} };
  for (const part of parts) {
    if (!Array.isArray(part)) continue;
    const [head, ...rest] = part;
    if (Array.isArray(head) && head[0] === 'b') out.ball = rest.map(Number);
    else if (Array.isArray(head)) out.players[head.join(' ')] = rest;
    else out[head] = rest;
  }
  return out;
}
