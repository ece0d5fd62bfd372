import { defineComponent, h, onMounted, ref } from 'vue';
import still from '../../../../docs/images/viewer-screen.png';
import LiveFigure from './live-figure.mjs';

/** Whether the page may load and move something by itself. */
const mayPlay = () =>
  !matchMedia('(prefers-reduced-motion: reduce)').matches && navigator.connection?.saveData !== true;

/** Waits until the page is loaded and has nothing to do. */
const waitForIdle = () =>
  new Promise((resolve) => {
    const whenLoaded = () => (window.requestIdleCallback ?? setTimeout)(resolve);
    if (document.readyState === 'complete') whenLoaded();
    else window.addEventListener('load', whenLoaded, { once: true });
  });

/**
 * The match of the start page. A still picture is there first, and without JavaScript. The match begins when the page is loaded; if the user
 * asked for little motion or for few bytes, a button begins it.
 */
export default defineComponent({
  setup() {
    const state = ref('still');
    onMounted(async () => {
      await waitForIdle();
      state.value = mayPlay() ? 'live' : 'offered';
    });
    return () => {
      const picture = h('img', {
        class: 'hero-still',
        src: still,
        width: 1280,
        height: 800,
        alt: 'The field of a match: two teams of eleven players, the ball and the score',
      });
      return h('div', { class: 'hero-match' }, [
        state.value === 'live' ? h(LiveFigure, { name: 'match' }, () => picture) : picture,
        state.value === 'offered' &&
          h(
            'button',
            {
              type: 'button',
              class: 'figure-button',
              onClick: () => {
                state.value = 'live';
              },
            },
            'Watch a match',
          ),
      ]);
    };
  },
});
