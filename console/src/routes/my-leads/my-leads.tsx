import { useTexts } from '../../texts/texts.tsx';

export const MyLeads = () => <h1 className="p-5 text-xl font-semibold">{useTexts().shell.myLeads}</h1>;
