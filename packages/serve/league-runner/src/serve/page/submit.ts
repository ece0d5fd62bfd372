/** Script of the page on which teams submit: sends the archive and shows the answer, or the results of the team. */
import {
  describeSubmission,
  followSubmission,
  listFiles,
  listSubmissions,
  readFile,
  readResults,
  type SubmitTarget,
  type TeamResults,
} from '../../uploads/submit-client.js';

const form = document.querySelector<HTMLFormElement>('#submit')!;
const answer = document.querySelector<HTMLElement>('#answer')!;
const own = document.querySelector<HTMLElement>('#own')!;

/** Runs work for the team of the form; its error is the answer. */
function run(work: (target: SubmitTarget, data: FormData) => Promise<void>): void {
  const data = new FormData(form);
  const target = { url: location.origin, team: String(data.get('team')), token: String(data.get('token')) };
  work(target, data).catch((error: Error) => {
    answer.textContent = error.message;
  });
}

function create(tag: string, ...content: (Node | string)[]): HTMLElement {
  const element = document.createElement(tag);
  element.append(...content);
  return element;
}

function createButton(text: string, press: (button: HTMLElement) => void): HTMLElement {
  const button = create('button', text);
  button.addEventListener('click', () => press(button));
  return button;
}

async function save(target: SubmitTarget, fixture: string, name: string): Promise<void> {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await readFile(target, fixture, name));
  link.download = `${fixture}-${name}`;
  link.click();
  URL.revokeObjectURL(link.href);
}

const formatTime = (time: string): string => `${time.slice(0, 16).replace('T', ' ')} UTC`;

function formatRating({ ratings }: TeamResults): string {
  const points = ratings.flatMap(({ matches, ratings: [rating] }) =>
    rating === undefined ? [] : [`${Math.round(rating.elo)} after ${matches}`],
  );
  return points.length === 0 ? '' : `Elo over time, by matches of the ladder: ${points.join(', ')}`;
}

function showMatches(target: SubmitTarget, results: TeamResults): void {
  const rows = results.lines.map(({ fixture, left, right, scoreL, scoreR, end, problems, storedAt }) => {
    const files = createButton('Files', (button) =>
      run(async () => {
        const list = await listFiles(target, fixture);
        const buttons = list.map(({ name }) =>
          createButton(name, () => run(() => save(target, fixture, name))),
        );
        button.replaceWith(...buttons);
      }),
    );
    const cells = [formatTime(storedAt), fixture, `${left} ${scoreL} : ${scoreR} ${right}`];
    const said = [end, ...problems.map(({ message }) => message)].join('; ');
    return create('tr', ...[...cells, said, files].map((content) => create('td', content)));
  });
  const { page, pageCount, count } = results;
  const turn = (to: number, text: string) =>
    to < 1 || to > pageCount ? [] : [createButton(text, () => showResults(to))];
  const table = create('div', create('table', ...rows));
  table.className = 'wide';
  own.replaceChildren(
    create('p', `${count} matches, page ${page} of ${Math.max(pageCount, 1)}. ${formatRating(results)}`),
    table,
    ...turn(page - 1, 'Newer'),
    ...turn(page + 1, 'Older'),
  );
}

function showResults(page: number): void {
  run(async (target) => {
    const submissions = await listSubmissions(target);
    showMatches(target, await readResults(target, page));
    const texts = submissions.map(
      ({ receivedAt, digest, state }) => `${formatTime(receivedAt)} ${digest}: ${state}`,
    );
    own.prepend(create('p', 'Submissions'), create('ul', ...texts.map((text) => create('li', text))));
    answer.textContent = '';
  });
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  run(async (target, data) => {
    const show = (text: string): void => {
      answer.textContent = text;
    };
    show(describeSubmission(await followSubmission(target, data.get('archive') as Blob, show)));
  });
});
document.querySelector('#results')!.addEventListener('click', () => showResults(1));
