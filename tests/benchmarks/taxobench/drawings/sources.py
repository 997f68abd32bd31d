r"""Surveys in miniature, each drawing its taxonomy in another way; what is to be read of each stands behind it.

An outline has a topic a line, indented by two spaces a level, and the keys at it behind a colon. The first line of
a source's outline is its kind. Sources are bodies: `document` puts a class and a bibliography around them.
"""

from __future__ import annotations

from typing import NamedTuple


class Drawn(NamedTuple):
    """A source, and the first candidate that is to be read of it."""

    name: str
    body: str
    outline: str
    preamble: str = ""


def document(drawn: Drawn) -> bytes:
    """The source as a paper: every key that it cites has an entry."""
    return (
        "\\documentclass{article}\n\\usepackage{natbib,forest,tikz,multirow,booktabs}\n"
        + drawn.preamble
        + "\n\\title{A Survey of Things}\n\\begin{document}\n\\maketitle\n"
        + drawn.body
        + "\n\\end{document}\n"
    ).encode()


SOURCES = [
    Drawn(
        "forest of the LLM template",
        r"""
\tikzstyle{my-box}=[rectangle, draw=hiddendraw, rounded corners, text opacity=1, minimum height=1.5em,
    minimum width=5em, inner sep=2pt, align=center, fill opacity=.5]
\begin{figure*}[tp]
  \centering
  \resizebox{\textwidth}{!}{
    \begin{forest}
      forked edges,
      for tree={
        grow=east, reversed=true, anchor=base west, parent anchor=east, child anchor=west,
        base=left, font=\small, rectangle, draw=hidden-draw, rounded corners, align=left,
        minimum width=4em, edge+={darkgray, line width=1pt}, s sep=3pt, inner xsep=2pt, inner ysep=3pt,
        ver/.style={rotate=90, child anchor=north, parent anchor=south, anchor=center},
      },
      where level=1{text width=5.0em,font=\scriptsize,}{},
      where level=2{text width=5.6em,font=\scriptsize,}{},
      [
        Instruction Tuning, ver
        [
          Data \\ Construction (\S\ref{sec:data})
          [
            Human-written
            [
              Natural Instructions~\cite{mishra22}{,} P3~\cite{sanh21}{,} xP3~\cite{muennighoff22}
              , leaf, text width=40em
            ]
          ]
          [
            Synthetic (\S\ref{sec:syn})
            [
              Self-Instruct~\cite{wang22self}{,} Alpaca~\citep{taori23}{,} e.g.{,} Evol-Instruct~\cite{xu23}
              , leaf, text width=40em
            ]
          ]
        ]
        [
          Tuning, fill=blue!10
          [
            LoRA~\cite{hu21}{,} QLoRA~\cite{dettmers23}, leaf
          ]
        ]
      ]
    \end{forest}
  }
  \caption{Taxonomy of instruction tuning.}
  \label{fig:tax}
\end{figure*}
""",
        """
forest
Instruction Tuning
  Data Construction
    Human-written: mishra22 sanh21 muennighoff22
    Synthetic: wang22self taori23 xu23
  Tuning: hu21 dettmers23
""",
    ),
    Drawn(
        "forest with options, edge labels, phantoms and comments",
        r"""
\begin{figure}
\begin{forest}
for tree={grow'=0, draw, edge label={node[midway]{[not a node]}}}
[,phantom
  [{Prompting, broadly}, edge label={node[midway,left,font=\tiny]{yes}}
    [Zero-shot~\cite{kojima}, for children={fill=red!20}] % [Commented out \cite{never}]
    [Few-shot~\cite{brown,min22}]
  ]
  [Tuning, s sep+=3mm, label={[red]right:{\cite{survey20}}}
    [\textbf{Adapters}\\{\footnotesize \citet{houlsby}}]
    [$k$-NN methods \citep[see][p.~3]{knn}]
  ]
]
\end{forest}
\caption{A typology of adaptation.}
\end{figure}
""",
        """
forest
A Survey of Things
  Prompting, broadly
    Zero-shot: kojima
    Few-shot: brown min22
  Tuning: survey20 houlsby knn
""",
    ),
    Drawn(
        "forest of the author's macros",
        r"""
\begin{figure}\centering
\begin{forest}
[\taxroot
  [\topic{Retrieval}{\works{dpr,colbert}}]
  [\topic{Reranking}{\works{monobert} \works{rankgpt}}]
  [{\topic{Generation}{\citep{rag}; \citep{fid}}}]
]
\end{forest}
\caption{Categorization of the field}
\end{figure}
""",
        """
forest
Neural IR
  Retrieval: dpr colbert
  Reranking: monobert rankgpt
  Generation: rag fid
""",
        r"\newcommand{\topic}[2]{\textsc{#1}~#2}\newcommand{\works}[1]{{\tiny\cite{#1}}}\def\taxroot{Neural IR}",
    ),
    Drawn(
        "forest whose leaves are single works",
        r"""
\begin{figure*}
\begin{forest}
for tree={folder, grow'=0}
[Agents
  [Planning
    [ReAct~\cite{react}]
    [Tree of Thoughts~\cite{tot}]
    [Reflexion~\cite{reflexion}]
  ]
  [Memory
    [MemGPT~\cite{memgpt}]
    [Generative Agents~\cite{park23}]
  ]
]
\end{forest}
\caption{Taxonomy of agents}
\end{figure*}
""",
        """
forest
Agents
  Planning: react tot reflexion
  Memory: memgpt park23
""",
    ),
    Drawn(
        "forest whose boxes point to sections",
        r"""
\section{Introduction} We follow \cite{intro1}.
\begin{figure}
\begin{forest}
[Robustness
  [\hyperref[sec:attacks]{Attacks} (\S\ref{sec:attacks})]
  [Defences, name=def
    [Adversarial training]
    [Certified Defences]
  ]
]
\end{forest}
\caption{Our taxonomy, with sections}
\end{figure}
\section{How models are attacked}\label{sec:attacks}
FGSM~\cite{fgsm} and PGD~\cite{pgd}.
\subsection{Black-box} Also \cite{zoo}.
\section{Defences}
\subsection{Adversarial Training} By \citet{madry}.
\subsection{Certified defences} See \cite{cohen19,wong18}.
\section{Conclusion} As \cite{last} says.
""",
        """
forest
Robustness
  Attacks: fgsm pgd zoo
  Defences
    Adversarial training: madry
    Certified Defences: cohen19 wong18
""",
    ),
    Drawn(
        "forest in a file of its own, in a command, with content as option",
        r"""
\begin{figure}
\adjustbox{max width=\linewidth}{%
\Forest{
  [Graph Learning
    [, content={Spectral \cite{cheb}, GCN \cite{gcn}}, blue]
    [Spatial
       [{GraphSAGE~\cite{sage}; GAT~\cite{gat}}]
    ]
  ]
}}
\caption[Short]{Taxonomy of graph networks}
\end{figure}
""",
        """
forest
Graph Learning
  Spectral, GCN: cheb gcn
  Spatial: sage gat
""",
    ),
    Drawn(
        "forest with tabular, parbox and makecell in its nodes",
        r"""
\begin{figure}
\begin{forest}
[\begin{tabular}{c}Vision--Language\\ Models\end{tabular}
 [\parbox{3cm}{\centering Contrastive\\pre-training} [{CLIP\cite{clip}, ALIGN\cite{align}}, text width=9cm]]
 [\makecell[l]{Generative\\\textit{pre-training}} [{\begin{tabular}[t]{@{}l@{}}Flamingo~\cite{flamingo} \\
    BLIP-2~\cite{blip2}\end{tabular}}]]
 [\rotatebox{90}{Others} [\textcolor{red}{Kosmos}~\cite{kosmos}]]
]
\end{forest}
\caption{A taxonomy}
\end{figure}
""",
        """
forest
Vision–Language Models
  Contrastive pre-training: clip align
  Generative pre-training: flamingo blip2
  Others: kosmos
""",
    ),
    Drawn(
        "forest with biblatex's commands and lists of keys",
        r"""
\begin{figure}
\begin{forest}
[Quantisation
 [Post-training~\parencite{gptq}\parencite[cf.][]{awq}]
 [{Quantisation-aware \autocites(see)()[12]{llmqat}[and][]{efqat}}]
 [Mixed\footcite{mixed1} precision \textcite{mixed2}]
]
\end{forest}
\caption{Taxonomy of quantisation}
\end{figure}
""",
        """
forest
Quantisation
  Post-training: gptq awq
  Quantisation-aware: llmqat efqat
  Mixed precision: mixed1 mixed2
""",
        r"\usepackage{biblatex}",
    ),
    Drawn(
        "forest of many keys in one command, over several lines",
        r"""
\begin{figure}
\begin{forest}
[Diffusion
  [Image [{\cite{ddpm,
      ddim,   % the fast one
      ldm, edm}}]]
  [Video [{\cite{vdm}~\cite{imagenvideo}}]]
  [Audio [\citep{diffwave, wavegrad}]]
]
\end{forest}
\caption{Taxonomy}
\end{figure}
""",
        """
forest
Diffusion
  Image: ddpm ddim ldm edm
  Video: vdm imagenvideo
  Audio: diffwave wavegrad
""",
    ),
    Drawn(
        "forest that is left open",
        r"""
\begin{figure}
\begin{forest}
[Root [A~\cite{a1,a2}] [B [B1~\cite{b1,b3}] [B2~\cite{b2,b4}
\end{forest}
\caption{An unbalanced taxonomy}
\end{figure}
""",
        """
forest
Root
  A: a1 a2
  B
    B1: b1 b3
    B2: b2 b4
""",
    ),
    Drawn(
        "forest with an action character",
        r"""
\begin{figure}
\bracketset{action character=@}
\begin{forest}
[Parsing
  [@\name{Transition} [\cite{nivre,chen14}]]
  [@\name{Graph} [\cite{mst,biaffine}]]
]
\end{forest}
\caption{Taxonomy of parsers}
\end{figure}
""",
        """
forest
Parsing
  Transition-based: nivre chen14
  Graph-based: mst biaffine
""",
        r"\newcommand{\name}[1]{#1-based}",
    ),
    Drawn(
        "tikz-qtree with nodes and edges",
        r"""
\begin{figure}
\begin{tikzpicture}[grow'=right,level distance=1.25in,sibling distance=.15in]
\tikzset{edge from parent/.style={thick, draw}, every tree node/.style={draw, rounded corners}}
\Tree
    [.{Federated learning}
        [.{Aggregation}
            [.\node[fill=red!10]{Synchronous~\cite{fedavg,fedprox}}; ]
            [.{Asynchronous\\ \cite{fedasync,safa}} ]
        ]
        \edge node[auto=left]{who?};
        [.{Privacy}
            \node[leaf]{\cite{dp1}; \cite{dp2}};
        ]
    ]
\end{tikzpicture}
\caption{Taxonomy of federated learning}
\end{figure}
""",
        """
tikz-qtree
Federated learning
  Aggregation
    Synchronous: fedavg fedprox
    Asynchronous: fedasync safa
  Privacy: dp1 dp2
""",
        r"\usepackage{tikz-qtree}",
    ),
    Drawn(
        "qtree with labels in front and behind",
        r"""
\begin{figure}
\Tree [.Summarisation
   [ {BertSum \cite{bertsum}} {MatchSum \cite{matchsum}} ].Extractive
   [.Abstractive Pegasus~\cite{pegasus} BART~\cite{bart} T5~\cite{t5} ] ]
\caption{Typology}
\end{figure}
""",
        """
qtree
Summarisation
  Extractive: bertsum matchsum
  Abstractive: pegasus bart t5
""",
        r"\usepackage{qtree}",
    ),
    Drawn(
        "qtree with a roof, and words as leaves",
        r"""
\begin{figure}
\Tree[.Speech [.ASR \qroof{CTC~\cite{ctc}, RNN-T~\cite{rnnt}}.{End-to-end} {Hybrid~\cite{dnnhmm,tdnn}} ]
    [.TTS tacotron~\cite{taco} ] ]
\caption{A taxonomy of speech processing}
\end{figure}
""",
        """
qtree
Speech
  ASR
    End-to-end: ctc rnnt
    Hybrid: dnnhmm tdnn
  TTS: taco
""",
        r"\usepackage{qtree}",
    ),
    Drawn(
        "tikz with children",
        r"""
\begin{figure}[t]
\begin{tikzpicture}[level 1/.style={sibling distance=40mm}, every node/.style={draw, align=center}, edge from
    parent/.style={draw,->}]
\node (root) at (0,0) {Recommender\\Systems}
  child { node[fill=green!20] {Content-based \cite{pazzani,lops}} }
  child[sibling distance=2cm, xshift=1em] { node {Collaborative}
    child { node {Memory-based} child {node {\cite{herlocker}; \cite{sarwar}}} edge from parent node[left,
    draw=none] {kNN} }
    child { node (m) [below=1cm] {Model-based~\citep{koren,ncf}} }
    child[missing] {}
  };
\draw[->] (root) -- ++(1,0) node[right] {not a topic};
\end{tikzpicture}
\caption{Taxonomy of recommenders.}
\end{figure}
""",
        """
tikz
Recommender Systems
  Content-based: pazzani lops
  Collaborative
    Memory-based: herlocker sarwar
    Model-based: koren ncf
""",
    ),
    Drawn(
        "tikz with children from a loop",
        r"""
\begin{figure}
\begin{tikzpicture}
\node {Benchmarks}
  child { node {Code} child foreach \n/\k in {HumanEval/humaneval, MBPP/mbpp, {APPS, full}/apps} { node
    {\n~\cite{\k}} } }
  child { node {Math} child foreach \k in {gsm8k,math} { node {\cite{\k}} } };
\end{tikzpicture}
\caption{A taxonomy of benchmarks}
\end{figure}
""",
        """
tikz
Benchmarks
  Code: humaneval mbpp apps
  Math: gsm8k math
""",
    ),
    Drawn(
        "mind map",
        r"""
\begin{figure}
\resizebox{\linewidth}{!}{
\begin{tikzpicture}[mindmap, grow cyclic, every node/.style=concept, concept color=orange!40,
  level 1/.append style={level distance=5cm,sibling angle=90}]
\node[root concept]{Explainable AI}
  child[concept color=blue!30]{ node {Local}
     child { node {LIME~\cite{lime}}}
     child { node {SHAP~\cite{shap}}}
  }
  child[concept color=teal!40, grow=30]{ node[concept] (glob) {Global}
     child { node {Surrogates \cite{trepan,bastani}}}
     child { node {Concepts \cite{tcav,ace}}}
  };
\node[annotation, right] at (glob.east) {first seen in \cite{craven}};
\end{tikzpicture}}
\caption{Categorisation of explanations}
\end{figure}
""",
        """
mindmap
Explainable AI
  Local: lime shap
  Global: craven
    Surrogates: trepan bastani
    Concepts: tcav ace
""",
    ),
    Drawn(
        "mind map as a path, deep",
        r"""
\begin{figure}
\begin{tikzpicture}
\path[mindmap,concept color=black,text=white]
  node[concept] {Databases}
  [clockwise from=0]
  child[concept color=green!50!black] {
    node[concept] {Storage}
    [clockwise from=90]
    child { node[concept] {Row stores \cite{ingres,postgres}} }
    child { node[concept] {Column stores \cite{cstore,monetdb}} }
  }
  child[concept color=red] { node[concept] {Queries} child { node[concept] {Volcano \cite{volcano}} } };
\end{tikzpicture}
\caption{Taxonomy}
\end{figure}
""",
        """
mindmap
Databases
  Storage
    Row stores: ingres postgres
    Column stores: cstore monetdb
  Queries: volcano
""",
    ),
    Drawn(
        "boxes joined by arrows",
        r"""
\begin{figure}
\begin{tikzpicture}[box/.style={draw}, node distance=1cm]
  \node[box] (r) {Anomaly detection};
  \node[box, below left=of r] (s) {Supervised};
  \node[box, below right=of r] (u) {Unsupervised};
  \node[box, below=of s] (s1) {\cite{svdd}, \cite{oneclass}};
  \node[box, below=of u] (u1) {Density \cite{lof,loop}};
  \node[box, right=of u1] (u2) {Isolation \cite{iforest,eif}};
  \draw[->] (r.south) -- ++(0,-0.4) -| (s.north);
  \draw[->] (r) -- (u);
  \path (s) edge[->] (s1) (u) edge (u1) edge node[right]{fast} (u2);
\end{tikzpicture}
\caption{Taxonomy of detectors}
\end{figure}
""",
        """
drawn
Anomaly detection
  Supervised: svdd oneclass
  Unsupervised
    Density: lof loop
    Isolation: iforest eif
""",
    ),
    Drawn(
        "boxes joined by arrows in a loop",
        r"""
\begin{figure}
\begin{tikzpicture}
  \node (root) at (0,0) {Sampling};
  \foreach \n/\t/\y in {mc/Markov chains~\cite{mh,gibbs}/1, vi/Variational~\cite{svi,bbvi}/2,
    is/{Importance~\cite{ais,smc}}/3}
    { \node (\n) at (3,\y) {\t}; \draw[->] (root) -- (\n); }
\end{tikzpicture}
\caption{Taxonomy of samplers}
\end{figure}
""",
        """
drawn
Sampling
  Markov chains: mh gibbs
  Variational: svi bbvi
  Importance: ais smc
""",
    ),
    Drawn(
        "dirtree with comments",
        r"""
\begin{figure}
\dirtree{%
.1 Anonymity.
.2 Networks\DTcomment{see \cite{overview}}.
.3 Onion routing \cite{tor,i2p}.
.3 Mix-nets \cite{chaum,loopix}.
.2 Databases, vol.~2.
.3 $k$-anonymity \cite{sweeney}.
.3 $\ell$-diversity \cite{machana}.
}
\caption{Taxonomy of anonymity}
\end{figure}
""",
        """
dirtree
Anonymity
  Networks: overview
    Onion routing: tor i2p
    Mix-nets: chaum loopix
  Databases, vol. 2: sweeney machana
""",
        r"\usepackage{dirtree}",
    ),
    Drawn(
        "table with multirow in two columns",
        r"""
\begin{table*}
\caption{Taxonomy of pruning.}
\begin{tabular}{@{}llll@{}}
\toprule
\textbf{Category} & \textbf{Sub-category} & \textbf{Method} & \textbf{Year} \\
\midrule
\multirow{3}{*}{Structured} & \multirow{2}{*}{Channels} & Slimming~\cite{slim} & 2017 \\
 & & ThiNet~\cite{thinet} & 2017 \\
\cmidrule(lr){2-4}
 & Layers & ShortGPT~\cite{shortgpt} & 2024 \\
\midrule
\multirow[c]{2}{2cm}{Unstructured} & Magnitude & \cite{han15} & 2015 \\
 & Second order & OBD~\cite{obd}, OBS~\cite{obs} & 1990 \\
\bottomrule
\end{tabular}
\end{table*}
""",
        """
table
A Survey of Things
  Structured
    Channels: slim thinet
    Layers: shortgpt
  Unstructured
    Magnitude: han15
    Second order: obd obs
""",
    ),
    Drawn(
        "table with headings of their own, and a negative multirow",
        r"""
\begin{table}
\centering
\begin{tabular}{l|c|c}
\hline
Model & Size & Data \\ \hline\hline
\multicolumn{3}{c}{\textit{Encoder-only}} \\ \hline
BERT~\cite{bert} & 110M & Books \\
RoBERTa~\cite{roberta} & 355M & CC \\ \hline
\rowcolor{gray!20}\multicolumn{3}{l}{\textbf{Decoder-only}} \\
GPT-2~\citep{gpt2} & 1.5B & Web \\
OPT~\citep{opt} & 175B & Pile \\[2pt]
\hline
\end{tabular}
\caption{Models, by architecture}
\end{table}
""",
        """
table
A Survey of Things
  Encoder-only: bert roberta
  Decoder-only: gpt2 opt
""",
    ),
    Drawn(
        "table of categories with lists of works",
        r"""
\begin{table}
\caption{Classification of existing scheduling methods}
\begin{tabularx}{\linewidth}{p{3cm}X}
\hline
Type & References \\
\hline
Static & \cite{heft,peft,minmin} \\
Dynamic & \cite{olb,met}, \cite{mct} \\
Learning-based \& hybrid & \citep{decima} \citep{park} \\
\hline
\end{tabularx}
\end{table}
""",
        """
table
A Survey of Things
  Static: heft peft minmin
  Dynamic: olb met mct
  Learning-based & hybrid: decima park
""",
    ),
    Drawn(
        "long table over pages",
        r"""
\begin{longtable}{|p{2cm}|p{3cm}|p{5cm}|}
\caption{A taxonomy of attacks}\label{tab:a}\\
\hline Class & Attack & Work \\ \hline
\endfirsthead
\hline Class & Attack & Work \\ \hline
\endhead
\hline \multicolumn{3}{r}{continued} \\ \endfoot
Poisoning & Label flipping & \cite{biggio12} \\ \hline
Poisoning & Backdoor & \cite{badnets} \cite{trojan} \\ \hline
Evasion & White-box & \cite{cw} \\ \hline
Evasion & Transfer & \cite{papernot} \\ \hline
\end{longtable}
""",
        """
table
A Survey of Things
  Poisoning: biggio12 badnets trojan
  Evasion: cw papernot
""",
    ),
    Drawn(
        "table whose colours need upward rows",
        r"""
\begin{table}
\begin{tabular}{lll}
\toprule
Family & Name & Venue \\ \midrule
 & Spanner~\cite{spanner} & OSDI \\
\multirow{-2}{*}{\cellcolor{blue!10}NewSQL} & F1~\cite{f1} & VLDB \\ \midrule
 & Dynamo~\cite{dynamo} & SOSP \\
\multirow{-2}{*}{NoSQL} & Bigtable~\cite{bigtable} & OSDI \\
\bottomrule
\end{tabular}
\caption{Stores}
\end{table}
""",
        """
table
A Survey of Things
  NewSQL: spanner f1
  NoSQL: dynamo bigtable
""",
    ),
    Drawn(
        "table sorted by a column at the right, its caption speaking",
        r"""
\begin{table}
\caption{Systems under our taxonomy}
\begin{tabular}{lcl}
\toprule
System & Year & Consistency \\ \midrule
Paxos \cite{paxos} & 1998 & Strong \\
Raft \cite{raft} & 2014 & Strong \\
Cassandra \cite{cassandra} & 2010 & Eventual \\
Riak \cite{riak} & 2010 & Eventual \\
COPS \cite{cops} & 2011 & Causal \\
Eiger \cite{eiger} & 2013 & Causal \\
\bottomrule
\end{tabular}
\end{table}
""",
        """
table
A Survey of Things
  Strong: paxos raft
  Eventual: cassandra riak
  Causal: cops eiger
""",
    ),
    Drawn(
        "tabularray",
        r"""
\begin{table}
\caption{Typology of sensors}
\begin{tblr}{colspec={lll}, hlines}
Type & Kind & Works \\
\SetCell[r=2]{m} Active & Radar & \cite{radar1} \\
 & Lidar & \cite{lidar1,lidar2} \\
\SetCell[r=2]{m} Passive & Camera & \cite{cam1} \\
 & Thermal & \cite{th1} \\
\end{tblr}
\end{table}
""",
        """
table
A Survey of Things
  Active
    Radar: radar1
    Lidar: lidar1 lidar2
  Passive
    Camera: cam1
    Thermal: th1
""",
    ),
    Drawn(
        "nested lists",
        r"""
\section{Taxonomy}
We sort the field as follows.
\begin{itemize}
  \item \textbf{Compilers.} They translate.
  \begin{itemize}
    \item \emph{Static}: as in \cite{gcc,llvm}.
    \item \emph{Just-in-time}: as in \cite{self} and \cite{hotspot}.
  \end{itemize}
  \item \textbf{Interpreters}, such as \cite{smalltalk}
  \begin{enumerate}
    \item[(a)] Threaded code \cite{forth}
    \item[(b)] {\bf Tree walking} \cite{truffle}
  \end{enumerate}
\end{itemize}
""",
        """
list
A Survey of Things
  Compilers
    Static: gcc llvm
    Just-in-time: self hotspot
  Interpreters: smalltalk
    Threaded code: forth
    Tree walking: truffle
""",
    ),
    Drawn(
        "description list under a heading that speaks",
        r"""
\subsection{A typology of consensus}
\begin{description}
\item[Crash-tolerant] \cite{paxos,raft} elect a leader.
\item[Byzantine] \cite{pbft} tolerates lies. See also \cite{hotstuff}.
\item[Nakamoto] Proof of work \cite{bitcoin}, of stake \cite{ouroboros}.
\end{description}
""",
        """
list
A Survey of Things
  Crash-tolerant: paxos raft
  Byzantine: pbft hotstuff
  Nakamoto: bitcoin ouroboros
""",
    ),
    Drawn(
        "sections",
        r"""
\section{Introduction}
Since \cite{first}, much was done \cite{gan}.
\section{Generative models}
They generate.
\subsection{Adversarial}\label{s:a}
\cite{gan}, then \cite{dcgan}. Again \cite{gan}.
\subsection{Variational}
\cite{vae}, and \cite{gan} in passing.
\section{Discriminative models}
\subsubsection{Kernels} \cite{svm}
\paragraph{Trees.} \cite{cart,c45}
\section{Open challenges and future directions} \cite{future}
\appendix
\section{Search protocol} \cite{kitchenham}
""",
        """
sections
A Survey of Things
  Generative models
    Adversarial: gan dcgan
    Variational: vae
  Discriminative models
    Kernels: svm
      Trees: cart c45
""",
    ),
    Drawn(
        "sections of a book, with drawings that do not count",
        r"""
\part{Foundations}
\chapter{Logic} \section{Classical} \cite{frege,russell} \section{Modal} \cite{kripke}
\chapter{Sets} \cite{cantor,zermelo}
\begin{figure}\begin{tikzpicture}\node {x \cite{elsewhere}};\end{tikzpicture}\caption{A picture
    \cite{elsewhere}}\end{figure}
""",
        """
sections
A Survey of Things
  Foundations
    Logic
      Classical: frege russell
      Modal: kripke
    Sets: cantor zermelo elsewhere
""",
    ),
    Drawn(
        "two roots, several trees in one picture",
        r"""
\begin{figure}
\begin{forest}
[Offline RL [CQL~\cite{cql}; IQL~\cite{iql}]]
\end{forest}
\begin{forest}
[Online RL [On-policy~\cite{trpo,ppo}] [Off-policy~\cite{dqn,sac}]]
\end{forest}
\caption{Taxonomy of RL}
\end{figure}
""",
        """
forest
Online RL
  On-policy: trpo ppo
  Off-policy: dqn sac
""",
    ),
    Drawn(
        "in Chinese",
        r"""
\begin{figure}
\begin{forest}
[大语言模型
  [预训练 [{BERT~\cite{bert}，GPT~\cite{gpt}}]]
  [对齐 [{RLHF~\cite{rlhf}、DPO~\cite{dpo}}]]
]
\end{forest}
\caption{大语言模型方法分类}
\end{figure}
""",
        """
forest
大语言模型
  预训练: bert gpt
  对齐: rlhf dpo
""",
        r"\usepackage{ctex}",
    ),
    Drawn(
        "forest in a conditional that is not taken, another that is",
        r"""
\begin{figure}
\ifdraft
\begin{forest} [Old [A~\cite{old1}] [B~\cite{old2}]] \end{forest}
\else
\begin{forest} [New [A~\cite{n1,n2}] [B~\cite{n3,n4}]] \end{forest}
\fi
\begin{comment}
\begin{forest} [Hidden [A~\cite{h1}] [B~\cite{h2}]] \end{forest}
\end{comment}
\caption{Taxonomy}
\end{figure}
""",
        """
forest
New
  A: n1 n2
  B: n3 n4
""",
        r"\newif\ifdraft\draftfalse",
    ),
    Drawn(
        "forest with footnotes, links and colours in its nodes",
        r"""
\begin{figure}
\begin{forest}
[{\color{blue}\bfseries Tool use\footnote{Since 2023.}}
  [\href{https://example.org/a,b}{Learning}: \citealp{toolformer}; \citealp{gorilla}, fill=yellow]
  [\colorbox{red!10}{Calling}~[\citenum{react}{,} \citenum{mrkl}], draw]
  [\underline{Making} \& keeping~\citeauthor{latm}~\citeyear{latm}{,} \cite{creator}]
]
\end{forest}
\caption{Taxonomy}
\end{figure}
""",
        """
forest
Tool use
  Learning: toolformer gorilla
  Calling: react mrkl
  Making & keeping: latm creator
""",
    ),
    Drawn(
        "tikz on one line, in a command",
        r"""
\begin{figure}
\tikz[level distance=8mm] \node {Hashing} child {node {Static \cite{fks,chd}}} child {node {Dynamic
    \cite{cuckoo,robin}}};
\caption{A small taxonomy}
\end{figure}
""",
        """
tikz
Hashing
  Static: fks chd
  Dynamic: cuckoo robin
""",
    ),
    Drawn(
        "tikz with a tree of its own levels and labels at edges",
        r"""
\begin{figure}
\begin{tikzpicture}[
    level/.style={sibling distance=60mm/#1},
    every child node/.style={draw},
  ]
\node [circle] (z) {$\mathcal{P}$roblems}
  child {node [circle] (a) {Easy}
    child {node {Sorting \cite{quick,merge}} edge from parent [dashed] node [left] {$n\log n$}}
    child {node {Search \cite{binary,bst}}}
  }
  child {node (b) {Hard} child {node {SAT \cite{dpll,cdcl}}} child {node {TSP \cite{lkh,concorde}}}};
\path (a) -- (b) node [midway] {$\cdots$};
\end{tikzpicture}
\caption{Taxonomy of problems}
\end{figure}
""",
        """
tikz
Problems
  Easy
    Sorting: quick merge
    Search: binary bst
  Hard
    SAT: dpll cdcl
    TSP: lkh concorde
""",
    ),
    Drawn(
        "table with cells that hold tables and escaped signs",
        r"""
\begin{table}
\caption{Taxonomy of storage}
\begin{tabular}{ll}
\toprule
Area & Works \\
\midrule
R\&D & \begin{tabular}[c]{@{}l@{}}A \cite{x1}\\ B \cite{x2}\end{tabular} \\
I/O \% & \makecell{\cite{y1} \\ \cite{y2}} \\
\# of disks & \cite{z1}, \cite{z2} \\
\bottomrule
\end{tabular}
\end{table}
""",
        """
table
A Survey of Things
  R&D: x1 x2
  I/O %: y1 y2
  # of disks: z1 z2
""",
    ),
    Drawn(
        "table inside of a resized box, its categories turned",
        r"""
\begin{table*}[!t]
\renewcommand{\arraystretch}{1.2}
\resizebox{\textwidth}{!}{%
\begin{tabular}{|c|c|c|}
\hline
\multicolumn{2}{|c|}{\textbf{Method}} & \textbf{Idea} \\ \hline
\multirow{2}{*}{\rotatebox[origin=c]{90}{Supervised}} & Mask R-CNN~\cite{mask} & boxes \\ \cline{2-3}
 & DETR~\cite{detr} & sets \\ \hline
\parbox[t]{2mm}{\multirow{2}{*}{\rotatebox{90}{Weak}}} & CAM~\cite{cam} & maps \\ \cline{2-3}
 & SEC~\cite{sec} & seeds \\ \hline
\end{tabular}}
\caption{Segmentation methods}
\end{table*}
""",
        """
table
A Survey of Things
  Supervised: mask detr
  Weak: cam sec
""",
    ),
    Drawn(
        "forest with numbers, quotes, dashes and mathematics in its names",
        r"""
\begin{figure}
\begin{forest}
[1.\ Graph--based ``search''
  [{1.1 A$^*$ and $\epsilon$-greedy} [\cite{astar};\cite{ida}]]
  [1.2 Na\"ive [\cite{dfs};\cite{bfs}]]
]
\end{forest}
\caption{Taxonomy}
\end{figure}
""",
        """
forest
1. Graph–based “search”
  1.1 A* and ϵ-greedy: astar ida
  1.2 Naïve: dfs bfs
""",
    ),
    Drawn(
        "caption outside of a float",
        r"""
\begin{center}
\begin{forest}
[Robots [Legged \cite{anymal,cheetah}] [Wheeled \cite{turtle,husky}]]
\end{forest}
\captionof{figure}{Taxonomy of robots}
\end{center}
""",
        """
forest
Robots
  Legged: anymal cheetah
  Wheeled: turtle husky
""",
    ),
    Drawn(
        "table with labels set beside the middle row by hand",
        r"""
\begin{table}
\begin{tabular}{lll}
\toprule
Domain & Data & Reference \\
\midrule
 & BC5 & \cite{bc5} \\
\emph{Biomed} & JNLPBA & \cite{jnlpba} \\
 & GENIA & \cite{genia} \\
\midrule
 & SciERC & \cite{scierc} \\
\emph{CS} & ACL-ARC & \cite{aclarc} \\
\midrule
Both & SciCite & \cite{scicite} \\
\bottomrule
\end{tabular}
\caption{Data sets}
\end{table}
""",
        """
table
A Survey of Things
  Biomed: bc5 jnlpba genia
  CS: scierc aclarc
  Both: scicite
""",
    ),
    Drawn(
        "leaf boxes that begin with e.g., several below one topic, an edge path in the options",
        r"""
\begin{figure}\begin{forest}
for tree={grow=0,edge path={\noexpand\path[\forestoption{edge}](!u.parent anchor)--(.child anchor)
  \forestoption{edge label};}}
[Prompting, root
 [Manual [e.g.{,} GPT-3~\cite{gpt3}{,} PET~\cite{pet}] [T0~\cite{t0}{,} FLAN~\cite{flan}]]
 [\only<2->{Automatic}, calign=center [Discrete [AutoPrompt~\cite{ap}{,} RLPrompt~\cite{rlp} \textit{etc.}]]
   [Continuous: [Prefix~\cite{pre}{;} P-tuning~\cite{ptu}]]]
]\end{forest}\caption{The taxonomy of prompting (\textbf{best viewed in colour}).}\end{figure}
""",
        """
forest
Prompting
  Manual: gpt3 pet t0 flan
  Automatic
    Discrete: ap rlp
    Continuous: pre ptu
""",
    ),
    Drawn(
        "forest in a macro of the author's, its works by another",
        r"\begin{figure}\resizebox{\textwidth}{!}{\thetax}\caption{Our taxonomy}\end{figure}",
        """
forest
Root
  A: x y
  B: z
""",
        r"""\newcommand{\paper}[2]{#1~\cite{#2}}
\newcommand{\thetax}{\begin{forest} [Root [A [{\paper{X}{x}, \paper{Y}{y}}]] [B [{\paper{Z}{z}}, text width=3cm]]]
\end{forest}}""",
    ),
    Drawn(
        "table whose columns are categories",
        r"""
\begin{table}\caption{Taxonomy of losses}\begin{tabular}{lll}\toprule
Contrastive & Generative & Hybrid \\ \midrule
\cite{a} & \cite{c} & \cite{e} \\ \cite{b} & \cite{d} & \\
\bottomrule\end{tabular}\end{table}
""",
        """
table
A Survey of Things
  Contrastive: a b
  Generative: c d
  Hybrid: e
""",
    ),
    Drawn(
        "list with signs for labels, under a heading that speaks",
        r"""
\section{A Taxonomy of Attacks}
\begin{itemize}
\item[$\bullet$] \textit{White-box attacks} know the model \citep{a,b}.
\item[$\bullet$] {\em Black-box attacks} do not \citep{c}; see also \citet{d}.
\item[\checkmark] \underline{Physical} ones \citep{e,f}
\end{itemize}
""",
        """
list
A Survey of Things
  White-box attacks: a b
  Black-box attacks: c d
  Physical: e f
""",
    ),
    Drawn(
        "table of the astronomers, its caption a command",
        r"""
\begin{deluxetable}{lll}
\tablecaption{Taxonomy of supernovae}
\tablehead{\colhead{Type} & \colhead{Subtype} & \colhead{Reference}}
\startdata
I & Ia & \cite{a} \\ I & Ib & \cite{b} \\ II & IIP & \cite{c} \\ II & IIL & \cite{d}
\enddata
\end{deluxetable}
""",
        """
table
A Survey of Things
  I: a b
  II: c d
""",
    ),
    Drawn(
        "tree whose words are sections by number",
        r"""
\begin{figure}\begin{forest}[Survey [\textbf{\S\ref{s1} Inputs} [\S\ref{s11}~Text]  [Images (Section~\ref{s12})]]
 [Outputs (\cref{s2})]]\end{forest}\caption{Structure and taxonomy}\end{figure}
\section{Inputs}\label{s1}\subsection{Text}\label{s11}\cite{t1,t2}\subsection{Pictures}\label{s12}\cite{i1}
\section{What comes out}\label{s2}\cite{o1}\subsection{More}\cite{o2}
""",
        """
forest
Survey
  Inputs
    Text: t1 t2
    Images: i1
  Outputs: o1 o2
""",
    ),
    Drawn(
        "graph with quoted names",
        r"""
\usetikzlibrary{graphs,graphdrawing}
\begin{figure}\begin{tikzpicture}
\graph [tree layout, grow=right] {
  "Recommender systems" -> {
    "Collaborative" -> { "Memory-based \cite{a1,a2}", "Model-based \cite{b1}" },
    "Content-based" -> { c1/"Text \cite{c1}", c2/"Audio \cite{c2}" -> x/"Raw \cite{d1}" }
  }
};
\end{tikzpicture}\caption{Taxonomy of recommender systems}\end{figure}
""",
        r"""
drawn
Recommender systems
  Collaborative
    Memory-based: a1 a2
    Model-based: b1
  Content-based
    Text: c1
    Audio: c2 d1
""",
    ),
    Drawn(
        "graph with options for words",
        r"""
\begin{figure}\tikz \graph[nodes={draw}] { root[as={Graph Learning}] -- { s[as=Spectral] -- {s1[as={Fixed~\citep{e1}}],
s2[as={Learned~\citep{e2,e3}}]},
t[as=Spatial] -- {t1[as={Attention \citet{f1}}] } } };
\caption{Our taxonomy.}\end{figure}
""",
        r"""
drawn
Graph Learning
  Spectral
    Fixed: e1
    Learned: e2 e3
  Spatial: f1
""",
    ),
    Drawn(
        "graph of single edges",
        r"""
\begin{figure}\begin{tikzpicture}
\graph[layered layout]{ a/"Ontology learning" -> b/"Terms" ,
a -> c/"Relations",
b -> d/"Statistical~\cite{k1}",
b -> e/"Neural~\cite{k2,k3}",
c -> f/"Patterns~\cite{k4}" };
\end{tikzpicture}\caption{Taxonomy}\end{figure}
""",
        r"""
drawn
Ontology learning
  Terms
    Statistical: k1
    Neural: k2 k3
  Relations: k4
""",
    ),
    Drawn(
        "forest with its words as an option",
        r"""
\begin{figure}\begin{forest} for tree={grow'=0,draw}
[,phantom
 [content={Text generation}, root [{Extractive}, fill=red [LexRank \cite{a1}][TextRank \cite{a2}]] [Abstractive
 [{Pointer networks~\citep{b1}}][{\begin{minipage}{3cm}BART~\cite{b2}\\
PEGASUS~\cite{b3}\end{minipage}}]]]]
\end{forest}\caption{Taxonomy of summarisation}\end{figure}
""",
        r"""
forest
Text generation
  Extractive: a1 a2
  Abstractive
    Pointer networks: b1
    BART PEGASUS: b2 b3
""",
    ),
    Drawn(
        "table of ticks",
        r"""
\begin{table}\caption{Taxonomy of surveyed papers}\begin{tabular}{lccc}\toprule
Paper & Supervised & Self-sup. & RL\\\midrule
\cite{a1} & \checkmark & & \\
\cite{a2} & & \checkmark & \\
\cite{a3} & & & \checkmark \\
\cite{a4} & \checkmark & & \\
\cite{a5} & & \checkmark &\\
\bottomrule\end{tabular}\end{table}
""",
        r"""
table
A Survey of Things
  Supervised: a1 a4
  Self-sup.: a2 a5
  RL: a3
""",
    ),
    Drawn(
        "table of ticks and crosses",
        r"""
\begin{table}\caption{Classification of reviewed works}\begin{tabular}{|l|l|c|c|}\hline
Method & Year & Image & Video\\\hline
SimCLR~\cite{a1} & 2020 & \ding{51} & \ding{55}\\
MoCo~\cite{a2} & 2020& \ding{51} & \ding{55}\\
CVRL~\cite{a3} &2021& \ding{55} & \ding{51}\\
\hline\end{tabular}\end{table}
""",
        r"""
table
A Survey of Things
  Image: a1 a2
  Video: a3
""",
    ),
    Drawn(
        "children with leaves joined below",
        r"""
\begin{figure}\begin{tikzpicture}[level 1/.style={sibling distance=40mm},level 2/.style={sibling distance=15mm}]
\node[root] {Fault tolerance}
child {node[level 2] (c1) {Replication}}
child {node[level 2] (c2) {Checkpointing}};
\begin{scope}[every node/.style={level 3}]
\node [below of = c1, xshift=15pt] (c11) {Active \cite{a1}};
\node [below of = c11] (c12) {Passive \cite{a2}};
\node [below of = c2, xshift=15pt] (c21) {Coordinated \cite{b1}};
\node [below of = c21] (c22) {Log-based \cite{b2}};
\end{scope}
\foreach \value in {1,2} \draw[->] (c1.195) |- (c1\value.west);
\foreach \value in {1,2} \draw[->] (c2.195) |- (c2\value.west);
\end{tikzpicture}\caption{Taxonomy of fault tolerance}\end{figure}
""",
        r"""
tikz
Fault tolerance
  Replication: a1 a2
  Checkpointing: b1 b2
""",
    ),
]
