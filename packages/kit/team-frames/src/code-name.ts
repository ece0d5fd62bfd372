/** Name of the code of the editor in the stacks of errors. */
export const CODE_NAME = 'team.ts';
