import { useRoute, withBase } from 'vitepress';
import theme from 'vitepress/theme';
import { defineComponent, h, nextTick, onMounted, watch } from 'vue';
import HeroMatch from './hero-match.mjs';

/** Text with which the search of VitePress begins. */
const SEARCH_KEY = 'vitepress:local-search-filter';

/** Opens the search with words. */
function search(words) {
  sessionStorage.setItem(SEARCH_KEY, words);
  document.querySelector('.VPNavBarSearch button')?.click();
}

/** Returns the words of an address, such as `use statistics` of `/use/statistics.html`. */
const findWords = () =>
  decodeURIComponent(location.pathname.slice(withBase('/').length))
    .replace(/\.html$/, '')
    .split(/[^\p{L}\p{N}]+/u)
    .join(' ')
    .trim();

/** The page for an address that does not exist: it searches for the words of the address. */
const NotFound = () =>
  h('main', { class: 'not-found' }, [
    h('h1', 'There is no page at this address'),
    h('p', 'It may have moved.'),
    h('p', [
      h(
        'button',
        { type: 'button', class: 'figure-button', onClick: () => search(findWords()) },
        'Search for it',
      ),
      ' ',
      h('a', { href: withBase('/') }, 'Start page'),
    ]),
  ]);

/** The default layout. Its home page has no main landmark; other pages have. */
export default defineComponent({
  setup(_, { slots }) {
    const route = useRoute();
    const addMain = () => document.querySelector('.VPHome')?.setAttribute('role', 'main');
    onMounted(addMain);
    watch(
      () => route.path,
      () => nextTick(addMain),
    );
    return () =>
      h(theme.Layout, null, {
        'not-found': () => h(NotFound),
        'home-hero-image': () => h(HeroMatch),
        ...slots,
      });
  },
});
