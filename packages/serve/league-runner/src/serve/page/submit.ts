/** Script of the page on which teams submit: sends the archive and shows the answer. */
import { describeSubmission, followSubmission } from '../../uploads/submit-client.js';

const form = document.querySelector<HTMLFormElement>('#submit')!;
const answer = document.querySelector<HTMLElement>('#answer')!;

form.addEventListener('submit', (event) => {
  event.preventDefault();
  const data = new FormData(form);
  const target = { url: location.origin, team: String(data.get('team')), token: String(data.get('token')) };
  void (async () => {
    try {
      const show = (text: string): void => {
        answer.textContent = text;
      };
      answer.textContent = describeSubmission(
        await followSubmission(target, data.get('archive') as Blob, show),
      );
    } catch (error) {
      answer.textContent = (error as Error).message;
    }
  })();
});
