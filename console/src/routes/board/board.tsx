import { useTexts } from '../../texts/texts.tsx';

export const Board = () => <h1 className="p-5 text-xl font-semibold">{useTexts().shell.board}</h1>;
