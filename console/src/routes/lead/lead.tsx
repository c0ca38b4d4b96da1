export const Lead = () => null;
