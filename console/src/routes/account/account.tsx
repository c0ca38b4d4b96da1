import { useTexts } from '../../texts/texts.tsx';

export const Account = () => <h1 className="p-5 text-xl font-semibold">{useTexts().shell.account}</h1>;
