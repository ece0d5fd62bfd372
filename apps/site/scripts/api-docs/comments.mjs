import { ReflectionKind } from 'typedoc';

/**
 * Rules for doc comments that TypeDoc does not have: a property that is a length, an angle, a speed or a time has its unit in
 * its own comment or in that of a declaration around it, and a summary is a sentence.
 */

/** Names of properties of type number that have a unit. */
const QUANTITY =
  /^(x|y|vx|vy|ax|ay|dx|dy|dist|distance|dir|direction|angle|radius|neck|body|power|moment|speed|wait|duration|delay|width|height|length)\d?$|[a-z](X|Y|Vx|Vy|Dist|Distance|Dir|Angle|Radius|Speed|Power|Wait|Duration|Delay)\d?$/;

const NUMBER = /^(readonly )?number(\[\])?( \| (null|undefined))*$|^(Float|Int|Uint)\d+Array/;

const UNIT =
  /(^|[^a-z])(m|meters?|m\/s|px|pixels?|degrees?|deg|radians?|rad|cycles?|ms|milliseconds?|seconds?|s|steps?|bytes?|characters?|columns?|rows?|cells?|units?|number of|factor|share|fraction|percent|%)($|[^a-z])/i;

/** Text of the parts of a comment. */
const textOf = (parts) => parts.map(({ text }) => text).join('');

/** The whole comment of a declaration and of its signatures, with block tags. */
function commentOf(reflection) {
  const owners = [
    reflection,
    ...(reflection.signatures ?? []),
    reflection.getSignature,
    reflection.setSignature,
  ];
  return owners
    .filter((owner) => owner?.comment !== undefined)
    .map(({ comment }) =>
      [textOf(comment.summary), ...comment.blockTags.map(({ content }) => textOf(content))].join(' '),
    )
    .join(' ');
}

/** Whether a property has a quantity for which a unit is needed. */
export function isQuantity(name, type) {
  return QUANTITY.test(name) && NUMBER.test(type);
}

/** Whether a text names a unit. */
export function namesUnit(text) {
  return UNIT.test(text);
}

/** Whether a summary is empty or ends like a sentence. */
export function isSentence(summary) {
  const text = summary.trim();
  return text === '' || /[.:?!)|`]$/.test(text);
}

/** Whether the summary of an export, or of its signature, stands alone in the API reference. */
function isExport(reflection) {
  const owner = reflection.isSignature() ? reflection.parent : reflection;
  return owner.parent?.isProject() === false && owner.parent.kind === ReflectionKind.Module;
}

/** Whether the unit of a property is in its comment or in that of a declaration around it. */
function hasUnit(property) {
  for (let owner = property; owner !== undefined && !owner.isProject(); owner = owner.parent) {
    if (namesUnit(commentOf(owner))) return true;
  }
  return false;
}

/**
 * Problems of the comments of a project.
 *
 * @param {import('typedoc').ProjectReflection} project
 * @param {(reflection: import('typedoc').Reflection) => string} placeOf `path:line` of a declaration
 * @returns {string[]}
 */
export function commentProblems(project, placeOf) {
  const problems = [];
  for (const reflection of Object.values(project.reflections)) {
    if (reflection.isProject()) continue;
    const name = reflection.getFullName();
    if (
      isExport(reflection) &&
      reflection.comment !== undefined &&
      !isSentence(textOf(reflection.comment.summary))
    ) {
      problems.push(
        `${placeOf(reflection)}: ${name}: the comment is not a sentence that ends with a full stop`,
      );
    }
    if (reflection.type === undefined || !isQuantity(reflection.name, String(reflection.type))) continue;
    // Parameters are described by the comment of their function.
    if (reflection.isDeclaration() && !hasUnit(reflection)) {
      problems.push(`${placeOf(reflection)}: ${name}: neither its comment nor one around it names the unit`);
    }
  }
  return problems;
}
