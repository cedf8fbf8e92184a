import DefaultTheme from 'vitepress/theme';
import { h } from 'vue';
import { VersionMenu } from './version-menu.mjs';
import './style.css';

const menu = () => h(VersionMenu);

export default {
  ...DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { 'nav-bar-content-before': menu, 'nav-screen-content-before': menu }),
};
