import { withBase } from 'vitepress';
import { defineComponent, h, onBeforeUnmount, onMounted, ref } from 'vue';

const showMatch = (name) => async () => {
  const { mountMatch } = await import('../../src/figures/match-live.ts');
  return { mountFigure: mountMatch(name, withBase(`/images/figure-${name}.rcg.gz`)) };
};

/** Modules of the figures by name. They are loaded when the figure is nearly visible. */
const FIGURES = {
  goal: showMatch('goal'),
  match: () => import('../../src/hero/hero-match.ts'),
  'kick-noise': () => import('../../src/figures/kick-noise-live.ts'),
  offside: showMatch('offside'),
  stamina: () => import('../../src/figures/stamina-live.ts'),
  vision: () => import('../../src/figures/vision-live.ts'),
};

/** How far outside of the window a figure is loaded. */
const MARGIN = '300px';

/**
 * A figure that runs in the page. Until its code is loaded, and without JavaScript, the still picture in the slot is shown. If the
 * figure fails, the picture stays.
 */
export default defineComponent({
  props: { name: { type: String, required: true } },
  setup({ name }, { slots }) {
    const box = ref(null);
    const host = ref(null);
    const isLive = ref(false);
    let unmount;
    let isGone = false;
    let observer;

    async function show() {
      const { mountFigure } = await FIGURES[name]();
      if (isGone) return;
      unmount = mountFigure(host.value);
      isLive.value = true;
    }

    onMounted(() => {
      observer = new IntersectionObserver(
        ([entry]) => {
          if (!entry.isIntersecting) return;
          observer.disconnect();
          show().catch((error) => {
            host.value?.replaceChildren();
            console.warn(`The figure ${name} cannot be shown:`, error);
          });
        },
        { rootMargin: MARGIN },
      );
      observer.observe(box.value);
    });
    onBeforeUnmount(() => {
      isGone = true;
      observer?.disconnect();
      unmount?.();
    });
    return () =>
      h('div', { ref: box, class: ['live-figure', { 'is-live': isLive.value }], 'data-figure': name }, [
        h('div', { class: 'figure-still' }, slots.default?.()),
        h('div', { ref: host, class: 'figure-host' }),
      ]);
  },
});
