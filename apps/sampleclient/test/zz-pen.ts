import { InProcessMatch } from './harness.js';
let L=[0,0],R=[0,0],w={l:0,r:0,d:0} as any, fouls=0;
for (let seed=100; seed<124; seed++) {
  const m = new InProcessMatch(seed, { half_time: 1, nr_extra_halfs: 0 });
  m.run(); const {left,right}=m.match.world;
  L[0]+=left.penaltyTaken; L[1]+=left.penaltyScored; R[0]+=right.penaltyTaken; R[1]+=right.penaltyScored;
  for (const k of m.statistics.calls.keys()) if (/winner_l/.test(k)) w.l++; else if (/winner_r/.test(k)) w.r++; else if (/draw/.test(k)) w.d++;
  for (const [k,v] of m.statistics.calls) if (/penalty_foul/.test(k)) fouls+=v;
}
console.log(L,R,w,fouls);
