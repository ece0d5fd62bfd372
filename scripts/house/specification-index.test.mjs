import { expect, it } from 'vitest';
import { contentsOf, navigationOf } from './specification-index.mjs';

it('contents list the numbered headings of two levels, without links and code blocks', () => {
  const chapter =
    '# 05 – Simulation\n## 1. Areas of [05 §2](#2-discs)\n### 1.1 `edge(p)`\n#### 1.1.1 Deep\n```\n## 3. Code\n```\n## 2. Discs\n';
  expect(contentsOf(chapter)).toBe(
    '- [1 Areas of 05 §2](#1-areas-of-05-2)\n  - [1.1 `edge(p)`](#11-edgep)\n- [2 Discs](#2-discs)',
  );
});

it('the head of a chapter links the chapters before and after it', () => {
  const files = ['01-a.md', '02-b.md', '05b-c.md'];
  expect(navigationOf(files, '02-b.md')).toContain('[← 01](01-a.md) · [05b →](05b-c.md)');
  expect(navigationOf(files, '01-a.md')).not.toContain('←');
  expect(navigationOf(files, '05b-c.md')).not.toContain('→');
});
