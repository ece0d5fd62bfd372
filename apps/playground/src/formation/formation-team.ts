import { type FormationDocument, formatFormationDocument } from '@rcss/agent/formations';
import firstTeam from '../teams/first-team.ts?raw';

/** Code of a team for the playground that plays the first team's way in a formation. */
export function writeFormationTeam(document: FormationDocument): string {
  const text = formatFormationDocument(document).trimEnd();
  return `${firstTeam
    .replace(
      "from '@rcss/agent';\n",
      "from '@rcss/agent';\nimport { createFormation, readFormationDocument } from '@rcss/agent/formations';\n",
    )
    .replace(
      /^export default defineTeam\(\{ play: decide \}\);$/m,
      'export default defineTeam({ play: decide, formation });',
    )
    .replace(
      /^export default/m,
      `/** From the formation editor. */\nconst formation = createFormation(\n  readFormationDocument(${text.replaceAll('\n', '\n  ')}),\n);\n\nexport default`,
    )}`;
}
