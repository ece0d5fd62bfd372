import theme from 'vitepress/theme';
import Layout from './layout.mjs';
import LiveFigure from './live-figure.mjs';
import './style.css';

export default {
  extends: theme,
  Layout,
  enhanceApp({ app }) {
    app.component('LiveFigure', LiveFigure);
  },
};
