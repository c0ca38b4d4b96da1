import { useTexts } from '../../texts/texts.tsx';

export const Lead = () => <h1 className="p-5 text-xl font-semibold">{useTexts().shell.leads}</h1>;
