// Who hears trainers, coaches and players, and in which form (spec 07 §11).

export default ({ clang }) => [
  clang.messageReceivers({
    name: 'hear-new',
    about: 'trainer, coaches and players of many versions: trainer 19, coaches 19 and 8',
    trainer: 19,
    left: 19,
    right: 8,
  }),
  clang.messageReceivers({
    name: 'hear-old',
    about: 'the same with a version 3 trainer and old coaches (5 and 6), which speak plain text',
    trainer: 3,
    left: 5,
    right: 6,
  }),
  clang.messageReceivers({
    name: 'hear-mixed',
    about: 'trainer 7, coaches 6 and 7, fixed team names',
    trainer: 7,
    left: 6,
    right: 7,
    fixed: ['LeftOne', 'RightOne'],
  }),
];
