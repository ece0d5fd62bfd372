/**
 * Compares a version of Node with a requirement of the form `>=MAJOR.MINOR`.
 *
 * @returns An error message, or `null` if the version is sufficient.
 */
export function nodeVersionError(version, required) {
  const [major, minor] = version.split('.').map(Number);
  const [minMajor, minMinor] = required.replace('>=', '').split('.').map(Number);
  if (major > minMajor || (major === minMajor && minor >= minMinor)) return null;
  return (
    `RCSS needs Node.js ${minMajor}.${minMinor} or later; this is Node.js ${version}. ` +
    'Install a newer one from https://nodejs.org and run the command again.'
  );
}
