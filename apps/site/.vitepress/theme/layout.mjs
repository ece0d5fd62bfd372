import { useRoute } from 'vitepress';
import theme from 'vitepress/theme';
import { defineComponent, h, nextTick, onMounted, watch } from 'vue';

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
    return () => h(theme.Layout, null, slots);
  },
});
