// What see messages leave to chance (spec 04 §3.7 to §3.10).

export default ({ experiments }) => [
  experiments.identities({
    name: 'see-identity',
    about: 'team and uniform number of players against distance, versions 17 and 19',
    distances: [21.5, 24.2, 27.0, 30.2, 33.5, 37.0, 44.5, 49.0, 54.0, 59.5],
    cycles: 400,
  }),
  experiments.motionReports({
    name: 'see-motion',
    about: 'whether the motion of landmarks and of the ball is told, against distance, versions 17 and 19',
    ballDistances: [19, 24, 30, 37],
    cycles: 600,
  }),
  experiments.gaussianSee({
    name: 'see-gaussian',
    about:
      'Gaussian distances of players, ball and landmarks, with and without focus point, versions 17 to 19',
    views: [
      { name: 'v17', version: 17, focus: [20, 0] },
      { name: 'v18, focus at the observer', version: 18 },
      { name: 'v19, focus far away', version: 19, focus: [20, 10] },
    ],
    cycles: 1100,
    targets: [
      [-34, 1],
      [-30, -2],
      [-25, 4],
      [-31, 6],
      [-27, -3],
      [-28, 1],
      [-26, 7],
      [-24, -1],
    ],
  }),
  experiments.pointingNoise({
    name: 'see-pointing',
    about: 'directions in which pointing players are seen to point, against distance',
    distances: [2, 12, 26, 50, 75, 104],
    cycles: 2500,
  }),
];
