/**
 * The menu of versions. An older build of the site does not know later versions, so it reads them from `versions.json` in the folder that holds
 * all of them (tools/site/versions.mjs).
 */
import { useData } from 'vitepress';
import { defineComponent, h, onMounted, ref } from 'vue';

export const VersionMenu = defineComponent({
  setup() {
    const { site, theme } = useData();
    const current = theme.value.version;
    const versions = ref([current]);
    const all = () => site.value.base.slice(0, -`${current}/`.length);

    onMounted(async () => {
      if (current === '') return;
      const response = await fetch(`${all()}versions.json`).catch(() => undefined);
      const listed = response?.ok ? await response.json().catch(() => undefined) : undefined;
      if (Array.isArray(listed?.versions)) versions.value = [...new Set([...listed.versions, current])];
    });

    /** The same page of another version, or its first page where it has none. */
    async function go({ target }) {
      const wanted = `${all()}${target.value}/`;
      const same = wanted + window.location.pathname.slice(site.value.base.length);
      const found = await fetch(same, { method: 'HEAD' }).catch(() => undefined);
      window.location.href = found?.ok ? same : wanted;
    }

    return () =>
      current === ''
        ? undefined
        : h(
            'select',
            { class: 'versions', 'aria-label': 'Version', value: current, onChange: go },
            versions.value.map(version => h('option', { value: version }, version)),
          );
  },
});
