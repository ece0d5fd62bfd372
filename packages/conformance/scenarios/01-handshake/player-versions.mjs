export default ({ families }) =>
  [3, 5, 7, 8, 11, 13, 14, 16, 18, 19].map((version) => families.playerVersion(version));
