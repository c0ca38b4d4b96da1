// Indian names, the most common ones first: a name is drawn with a probability that falls with its rank. One lead in ten writes
// its name in Devanagari.

const list = (text) => text.trim().split(/\s+/);

const FIRST = list(`
  Amit Priya Rahul Neha Sunita Rajesh Anita Sanjay Pooja Ravi Asha Vijay Kavita Suresh Deepak Anjali Manoj Rekha Arun Meena
  Sandeep Seema Ajay Geeta Vikram Ritu Ramesh Shweta Anil Swati Rakesh Nisha Mukesh Jyoti Ashok Divya Mahesh Sarita Dinesh Preeti
  Kiran Usha Naveen Lakshmi Prakash Sneha Santosh Radha Sunil Komal Vinod Mamta Gaurav Shanti Nitin Poonam Pankaj Savita Rohit Aarti
  Harish Sangeeta Arjun Rani Mohan Kajal Nikhil Tara Ganesh Megha Krishna Leela Farhan Ayesha Imran Sana Salman Zoya Joseph Mary
  Thomas Anu Gurpreet Harpreet Manpreet Simran Jaspreet Balwinder Murugan Selvi Karthik Meenakshi Senthil Kavya Venkat Padma Ramya
  Srinivas Bhavana Chandra Debjani Sourav Moumita Subrata Ananya Ishita Tanvi Aditya Kabir Vivaan Aarav Diya Myra Advik Anaya Reyansh
  Kunal Varun Tushar Yash Siddharth Abhishek Akash Ankit Ashish Chetan Darshan Eknath Falguni Girish Hemant Indira Jagdish Kalpana
  Lalita Madhuri Narendra Omkar Parul Qasim Rohini Shalini Tejas Uday Vaishali Waseem Xavier Yamini Zarine`);
const LAST = list(`
  Kumar Sharma Singh Devi Patel Gupta Khan Verma Yadav Das Reddy Shah Rao Jain Mishra Nair Iyer Joshi Patil Choudhary Pillai Menon Naidu
  Agarwal Mehta Pandey Tiwari Saxena Srivastava Chauhan Thakur Rajput Bose Ghosh Banerjee Mukherjee Chatterjee Sen Dutta Roy Sarkar
  Mondal Bhat Hegde Shetty Kamath Gowda Murthy Raju Varma Chandran Krishnan Subramanian Raman Iyengar Desai Trivedi Parekh Modi Gandhi
  Kulkarni Deshpande Jadhav Pawar Shinde More Gaikwad Bhosale Sawant Naik Fernandes Dsouza Pereira Pinto Sheikh Ansari Siddiqui Qureshi
  Ali Ahmed Hussain Malik Mirza Gill Sandhu Dhillon Sidhu Grewal Bedi Chawla Kapoor Khanna Malhotra Arora Sethi Bhatia Anand Goyal
  Bansal Mittal Garg Singhal Maheshwari Kothari Lodha Bhandari Rawat Negi Bisht Joshi Pant Dogra Wani Dar Lone Tamang Gurung Thapa
  Rai Lepcha Sangma Marak Zimik Lalrinpuia Nongrum Borah Saikia Kalita Hazarika Baruah Patnaik Mohanty Sahoo Behera Nayak Swain`);
const DEVANAGARI = {
  first: list(
    'अमित प्रिया राहुल नेहा सुनीता राजेश अनीता संजय पूजा रवि आशा विजय कविता सुरेश दीपक अंजलि मनोज रेखा अरुण मीना कृष्णा लक्ष्मी',
  ),
  last: list('कुमार शर्मा सिंह देवी पटेल गुप्ता खान वर्मा यादव दास रेड्डी शाह राव जैन मिश्रा नायर जोशी पाटील चौधरी अग्रवाल'),
};
const DOMAINS = [
  'gmail.com',
  'yahoo.co.in',
  'example.in',
  'outlook.com',
  'rediffmail.com',
  'acme-steel.co.in',
  'nova.tech',
];

/** Ranks fall off as in a register of names: the first of 150 is drawn about twelve times as often as the last. */
const drawn = (names, uniform) => names[Math.floor(names.length * uniform ** 1.7)];

export function nameOf(random) {
  const isLatin = random() > 0.1;
  const names = isLatin ? { first: FIRST, last: LAST } : DEVANAGARI;
  return { first_name: drawn(names.first, random()), last_name: drawn(names.last, random()), isLatin };
}

export const domainOf = (random) => drawn(DOMAINS, random());
